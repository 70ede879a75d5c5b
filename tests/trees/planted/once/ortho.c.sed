# CGS2 subtracts one projection only.
s/^    subtract_projection(Q, k, w, h);.*h = Q.w;  w -= Q h \*\//    (void)0;/
