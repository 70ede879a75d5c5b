/* common/device/mpi_gpu.c - asks MPI whether it can access device memory.
 *
 *   OpenMPI      functions MPIX_Query_cuda_support, MPIX_Query_rocm_support
 *                (mpi-ext.h)
 *   MPICH        function MPIX_GPU_query_support, since version 4
 *   Cray MPICH   has no function; it requires MPICH_GPU_SUPPORT_ENABLED=1 in the
 *                environment and a program linked with Cray's GPU transport layer
 */
#include "mpi_gpu.h"
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#if defined(OPEN_MPI)
static int supported(void)
{
    int answer = 0;
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    answer |= MPIX_Query_cuda_support();
#endif
#if defined(OMPI_HAVE_MPI_EXT_ROCM)
    answer |= MPIX_Query_rocm_support();
#endif
    return answer;
}
#endif

const char *gpu_aware_refusal(void)
{
#if defined(OPEN_MPI)
    return supported()
               ? NULL
               : "this OpenMPI was built without support for GPUs; without the "
                 "flag, messages are copied through host memory";
#elif defined(CRAY_MPICH_VERSION)
    const char *set = getenv("MPICH_GPU_SUPPORT_ENABLED");
    return set && strcmp(set, "1") == 0 ? NULL
                                        : "set MPICH_GPU_SUPPORT_ENABLED=1 and "
                                          "load the module craype-accel-..., "
                                          "or omit the flag";
#elif defined(MPIX_GPU_SUPPORT_CUDA)
    int cuda = 0, hip = 0;
    MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &cuda);
    MPIX_GPU_query_support(MPIX_GPU_SUPPORT_HIP, &hip);
    return cuda || hip ? NULL : "this MPICH was built without support for GPUs";
#elif defined(MEMWALL_STUB_MPI_H)
    return NULL; /* one process sends no messages */
#else
    return "this MPI does not state whether it can access device memory";
#endif
}
