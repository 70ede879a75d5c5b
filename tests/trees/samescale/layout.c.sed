# In i8 all rows of a slice have the scale of its first row.
s/row_scale(E, L->slice\[s\].row + (r < last ? r : last))/row_scale(E, L->slice[s].row + 0 * (r + last))/
