# The product after the sweep contains H z twice.
s/add_halo(A, s, sum))/add_halo(A, s, add_halo(A, s, sum)))/
