# The last batch of a row is not whole: its loads have a condition.
s/const int count,$/const int count, int width,/
s/= c.value\[\(.*\)\];/= k + b < width ? c.value[\1] : narrow_s(0);/
s/xs\[b\] = x\[column\[b\]\];/xs[b] = k + b < width ? x[column[b]] : narrow(0);/
s/k + 8 <= width/k < width/
s/add_batch(kind, 8, /&width, /
/if (width &/,+1d
