# A slice column is narrow although a window of 8 rows spans 32 columns.
s/from_8 < 16/from_8 < 32/
