/* common/device/mpi_gpu.h - asks MPI whether it can access device memory. */
#ifndef MEMWALL_MPI_GPU_H
#define MEMWALL_MPI_GPU_H

/* Returns NULL if MPI states that it can send from and receive into device memory.
 * Otherwise returns a message with the reason and what the user can do. The program
 * asks before the first message, because an MPI without this support crashes or
 * hangs there. */
const char *gpu_aware_refusal(void);
#endif
