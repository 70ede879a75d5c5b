# A sweep with zero initial guess computes the boundary slices of the last color first.
s/relax_lower, slices_of_color(A, zone, c)/relax_lower, slices_of_color(A, zone, zone == BOUNDARY ? layout->colors - 1 - c : c)/
