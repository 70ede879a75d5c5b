# A slice is stored whole although it has fewer rows.
s/rows_left(i) < LANES, 0/rows_left(i) < 0, 0/
