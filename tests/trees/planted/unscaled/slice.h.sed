# In i8 the product with H is added without the scale of the row.
s/scaled(S, s, add_halo(S, s, x, part_sum(S, s, UPPER, x)))/add_halo(S, s, x, scaled(S, s, part_sum(S, s, UPPER, x)))/
