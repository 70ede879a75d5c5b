# Padding has the last column, whose z nobody has written yet in a sweep with zero guess.
s/^static void pad(/static int last;\n\n&/
s/\(j = column\[r\] = .*: \)j;/\1last;/
s/^ *int kept = form_columns/    last = A->columns - 1;\n&/
