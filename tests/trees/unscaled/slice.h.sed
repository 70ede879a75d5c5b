# In i8 the product with H is added without the scale of the row.
s/Hx = scaled(A, s, Hx);/;/
