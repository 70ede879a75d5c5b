# A slice is stored whole although it has fewer rows.
s/i\.left < LANES, 0/i.left < 0, 0/
