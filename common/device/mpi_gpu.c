/* common/device/mpi_gpu.c - do OpenMPI and MPICH (Cray's too) take device memory?
 *
 *   OpenMPI    MPIX_Query_cuda_support, MPIX_Query_rocm_support (mpi-ext.h)
 *   MPICH      MPIX_GPU_query_support, from version 4 on
 *   Cray MPICH has neither: MPICH_GPU_SUPPORT_ENABLED=1 in the environment, and the
 *              program linked with Cray's GPU transport layer
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
    int can = 0;
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    can |= MPIX_Query_cuda_support();
#endif
#if defined(OMPI_HAVE_MPI_EXT_ROCM)
    can |= MPIX_Query_rocm_support();
#endif
    return can;
}
#endif

const char *gpu_aware_refusal(void)
{
#if defined(OPEN_MPI)
    return supported() ? NULL
                       : "this OpenMPI was built without support for GPUs (ompi_info | "
                         "grep -i gpu): leave the flag out, halos then travel by host "
                         "memory";
#elif defined(CRAY_MPICH_VERSION)
    const char *set = getenv("MPICH_GPU_SUPPORT_ENABLED");
    return set && strcmp(set, "1") == 0
               ? NULL
               : "set MPICH_GPU_SUPPORT_ENABLED=1 (and load craype-accel-...), or leave "
                 "the flag out";
#elif defined(MPIX_GPU_SUPPORT_CUDA)
    int cuda = 0, hip = 0;
    MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &cuda);
    MPIX_GPU_query_support(MPIX_GPU_SUPPORT_HIP, &hip);
    return cuda || hip ? NULL : "this MPICH was built without support for GPUs";
#elif defined(MEMWALL_STUB_MPI_H)
    return NULL; /* one process has nobody to send to */
#else
    return "this MPI does not say whether it takes device memory";
#endif
}
