# Every second slice column has the base of the one before it.
s/x + base\[k\]/x + base[k - k % 2]/
