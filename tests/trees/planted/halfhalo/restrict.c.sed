# The restricted residual lacks the products with halo values.
s/upper_product(S, s, z)/scaled(S, s, part_sum(S, s, UPPER, z))/
