# All loads are those of load_columns.h.
s/^#if defined(__CUDA_ARCH__).*/#if 0/
