# The restricted residual lacks H z.
s/sum = add_halo(A, s, Uz)/sum = Uz/
