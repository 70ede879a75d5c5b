s/x + offset\[r\]/x + offset[r + 7]/
