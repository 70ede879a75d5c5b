# A sweep with zero initial guess starts from the values that z
# had before, and diverges.
s|- at(Lz, i)) / diag|- at(Lz, i) - at(upper_product(S, s, z), i)) / diag|
