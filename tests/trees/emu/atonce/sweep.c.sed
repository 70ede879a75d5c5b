# One launch relaxes the rows of all colors, although a row
# must read the new values of the earlier colors.
s/slices_of_color(A, zone, c)/slices_between(A, layout->start[zone * layout->colors], layout->start[(zone + !c) * layout->colors])/
