# The restricted residual lacks the products with halo values.
s/const struct row_sums Uz = upper_product(S, s, z);/struct row_sums Uz = part_sum(S, s, UPPER, z); FOR_ROWS(i, s) Uz.v[i.v] *= load_scales(S.exponent, i.row);/
