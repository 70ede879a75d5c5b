# The product that the sweep begins contains U z with the z before the sweep.
s/sum\.v\[v\] = Lz\.v\[v\] +/sum.v[v] = sum.v[v] +/
