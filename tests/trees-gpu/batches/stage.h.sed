# In f32 arithmetic, too, values and distances are loaded into registers: with few bytes of the matrix
# in flight.
s/^#if defined(__CUDA_ARCH__).*/#if 0/
