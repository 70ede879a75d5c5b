# The base of a slice column is the column of its first row, not the least one.
/for (int r = 1; r < SLICE; r++)/,+1d
