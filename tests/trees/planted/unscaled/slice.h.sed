# In i8 the product with H is added without the scale of the row.
s/^ *add_halo(S, s, x, part_sum(S, s, UPPER, x)));/part_sum(S, s, UPPER, x)); return add_halo(S, s, x, sum);/
s/return sum_of_parts(/const struct row_sums sum = sum_of_parts(/
