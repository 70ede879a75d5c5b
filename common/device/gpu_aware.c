/* common/device/gpu_aware.c - tests a message between the memories of devices. */
#include "mpi_gpu.h"
#include "device.h"
#include "error.h"
#include <stdio.h>

void gpu_aware_test(MPI_Comm comm)
{
    enum { COUNT = 8192, TAG = 7 }; /* 64 KiB: more than an eager message */
    static double host[2 * COUNT];
    const int rank = comm_rank(comm), ranks = comm_size(comm);
    int wrong = 0;
    if (ranks == 1)
        return; /* it sends no messages */
    if (rank == 0)
        fprintf(stderr, "testing --gpu-aware-mpi: if the run ends here, MPI cannot "
                        "access device memory\n");
    for (int i = 0; i < COUNT; i++) {
        host[i] = rank + 1e-4 * i;
        host[COUNT + i] = -1;
    }
    double *device = device_alloc(2 * COUNT, sizeof *device, "message of the test");
    device_put(device, host, sizeof host);
    const void *out = staging_copy_out(device, NULL, sizeof host / 2, COMPUTE);
    void *in = staging_receive_buffer(device + COUNT, NULL);
    const int next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    MPI_Request request[2];
    MPI_OK(MPI_Irecv(in, COUNT, MPI_DOUBLE, last, TAG, comm, &request[0]));
    MPI_OK(MPI_Isend(out, COUNT, MPI_DOUBLE, next, TAG, comm, &request[1]));
    MPI_OK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE));
    device_get(host, device, sizeof host);
    for (int i = 0; i < COUNT; i++)
        wrong |= host[COUNT + i] != last + 1e-4 * i;
    device_free(device);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, comm));
    if (wrong)
        fail_all(EXIT_USAGE, "--gpu-aware-mpi: a message from device memory to "
                             "device memory arrived with wrong contents");
}
