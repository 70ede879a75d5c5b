# A sweep with zero initial guess computes the boundary slices of the last color first.
s/L->colors + c, L_Z, /2 * L->colors - 1 - c, L_Z, /
