# Padding has the last column, whose z nobody has written yet in a sweep with zero initial guess.
s/c->j\[r\] = c->rows >> r & 1 ? c->j\[r\] : j;/c->j[r] = c->rows >> r \& 1 ? c->j[r] : A->columns - 1;/
