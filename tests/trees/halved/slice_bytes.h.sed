# stands for a tree whose kernels state half of the bytes of the matrix
s/return part_bytes(&size\[LOWER\]) + part_bytes(&size\[UPPER\]) +/return part_bytes(\&size[LOWER]) +/
