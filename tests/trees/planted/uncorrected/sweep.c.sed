# The product that the sweep begins contains U z with the z before the sweep.
s/at(Lz, i) + d \*/at(Lz, i) + at(Uz, i) + d */
