# A slice column is narrow although a distance does not fit into a byte.
s/most - least < 256/most - least <= 256/
