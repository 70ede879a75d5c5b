# A window begins at the column of the last of eight rows, not of the first one.
s/+ distance\[0\]/+ distance[7]/
