# In i8 all rows of a slice have the scale of its first row.
s/    type_i8 \*exponent = row_exponents.*/&\n    for (int s = 0; exponent \&\& s < layout->slices; s++)\n        for (int r = 1; r < layout->slice[s].rows; r++)\n            exponent[layout->slice[s].row + r] = exponent[layout->slice[s].row];/
