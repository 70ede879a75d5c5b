# One launch relaxes the rows of all colors, although a row
# must read the new values of the earlier colors.
s/L->start\[c\], L->start\[c + 1\]/L->start[c], L->start[c % L->colors ? c : c + L->colors]/
