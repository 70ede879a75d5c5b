/* common/device/mpi_gpu.h - asks and tests whether MPI can access device memory. */
#ifndef MEMWALL_MPI_GPU_H
#define MEMWALL_MPI_GPU_H
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Returns NULL if MPI states that it can send from and receive into the memory of a
 * device of this back end (cuda or hip). Otherwise returns the reason and what the user
 * can do: an MPI without this support crashes or hangs at the first message. */
const char *gpu_aware_refusal(const char *backend);

/* After device_start: sends a message from device memory to the device memory of the next
 * rank. Ends the run if it arrives with wrong contents. Collective. An MPI that cannot access
 * device memory may crash here; a line on standard error says so before. */
void gpu_aware_test(MPI_Comm comm);
#ifdef __cplusplus
}
#endif
#endif
