# In i8 all rows of a slice have the scale of its first row.
s/    return by_slice(scale, L, "row scales");/    for (int s = 0; s < L->slices; s++)\n        for (int r = 1; r < L->slice[s].rows; r++)\n            scale[L->slice[s].row + r] = scale[L->slice[s].row];\n&/
