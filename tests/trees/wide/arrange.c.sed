# A slice column is narrow although a window of 8 rows spans 17 columns.
s/from_8 > 15/from_8 > 16/
