# The product after a sweep multiplies each row when the sweep updates it, with old values of later rows: w = r.
s/K(spmv)(A, z, w);/{ if (w->format == r->format) vector_scale(1, r, w); else & }/
