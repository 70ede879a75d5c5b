# A slice column is narrow although an offset does not fit into a byte.
s/most - least < 256/most - least <= 256/
