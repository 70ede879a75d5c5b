# A window begins at the column of the last of eight rows, not of the first one.
s/x + offset\[r\]/x + offset[r + 7]/
