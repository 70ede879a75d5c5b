# A Jacobi step is half as long.
/LAUNCH(jacobi_step/ s/(acc)omega/(acc)(omega \/ 2)/
