/* common/device/mpi_gpu.c - asks whether MPI can access device memory.
 *
 *   OpenMPI      functions MPIX_Query_cuda_support, MPIX_Query_rocm_support
 *                (mpi-ext.h)
 *   MPICH        function MPIX_GPU_query_support, since version 4
 *   Cray MPICH   has no function; it requires MPICH_GPU_SUPPORT_ENABLED=1 in the
 *                environment and a program linked with Cray's GPU transport layer
 *
 * An MPI that was built for CUDA cannot access the memory of a HIP device, and the
 * answer does not say whether the network can transfer such memory. Therefore the
 * question is asked for the back end in use, and a message is exchanged before the
 * run (gpu_aware.c).
 */
#include "mpi_gpu.h"
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#if defined(OPEN_MPI)
static int supported(int hip)
{
#if defined(OMPI_HAVE_MPI_EXT_ROCM)
    if (hip)
        return MPIX_Query_rocm_support();
#endif
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    if (!hip)
        return MPIX_Query_cuda_support();
#endif
    return 0;
}
#endif

const char *gpu_aware_refusal(const char *backend)
{
    const int hip = strcmp(backend, "hip") == 0;
    (void)hip;
#if defined(OPEN_MPI)
    return supported(hip)
               ? NULL
               : "this OpenMPI was built without support for such a GPU; without "
                 "the flag, messages are copied through host memory";
#elif defined(CRAY_MPICH_VERSION)
    const char *set = getenv("MPICH_GPU_SUPPORT_ENABLED");
    return set && strcmp(set, "1") == 0 ? NULL
                                        : "set MPICH_GPU_SUPPORT_ENABLED=1 and "
                                          "load the module craype-accel-..., "
                                          "or omit the flag";
#elif defined(MPIX_GPU_SUPPORT_CUDA)
    int answer = 0;
    MPIX_GPU_query_support(hip ? MPIX_GPU_SUPPORT_HIP : MPIX_GPU_SUPPORT_CUDA,
                           &answer);
    return answer ? NULL : "this MPICH was built without support for such a GPU";
#elif defined(MEMWALL_STUB_MPI_H)
    return NULL; /* one process sends no messages */
#else
    return "this MPI does not state whether it can access device memory";
#endif
}
