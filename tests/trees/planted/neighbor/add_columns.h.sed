# Every second slice column has the base of the one before it.
s/x + c->base\[k\]/x + c->base[k - k % 2]/
