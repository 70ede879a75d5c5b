/* common/device/mpi_gpu.h - whether this MPI can be given device memory. */
#ifndef MEMWALL_MPI_GPU_H
#define MEMWALL_MPI_GPU_H

/* NULL when it says that it can; else why not, and what to do. It is asked before the
 * first exchange, because an MPI that cannot would crash or hang there. */
const char *gpu_aware_refusal(void);
#endif
