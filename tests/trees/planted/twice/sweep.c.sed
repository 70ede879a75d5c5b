# The product after the sweep contains the products with halo values twice.
s/row_sums Uz = upper_product(S, s, z);/row_sums Uz = add_halo(S, s, z, upper_product(S, s, z));/
