# Four blocks per SM in f32 in place of two: a thread of pass_over_tiles has 64 registers.
s/^KERNEL_2_BLOCKS pass_over_tiles/#if defined(__CUDACC__) \&\& !(JOIN2(IS_, REAL) || JOIN2(IS_, STORE))\n#undef KERNEL_2_BLOCKS\n#define KERNEL_2_BLOCKS static __global__ __launch_bounds__(TEAM, 4) void\n#endif\n&/
