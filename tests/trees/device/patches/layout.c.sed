# One patch, the whole zone: products visit all slices in the order by color, as sweeps do.
s/PATCH = 8/PATCH = INT32_MAX/
