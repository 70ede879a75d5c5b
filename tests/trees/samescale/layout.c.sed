# In i8 all rows of a slice have the scale of its first row.
s/    layout->scale = row_scales_store.*/    for (int s = 0; scale \&\& s < layout->slices; s++)\n        for (int r = 1; r < layout->slice[s].rows; r++)\n            scale[layout->slice[s].row + r] = scale[layout->slice[s].row];\n&/
