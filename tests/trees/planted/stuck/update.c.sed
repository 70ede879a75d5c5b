# x += alpha z leaves x unchanged, so that the solver stagnates.
/LAUNCH(axpy/ s/(acc)alpha/(acc)(0 * alpha)/
