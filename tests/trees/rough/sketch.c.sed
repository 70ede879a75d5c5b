# A sixteenth of the numbers of a sketch is used, in place of all.
s/bin\[b\] + (/4 * (b < S.m \/ 16) * bin[b] + (/
