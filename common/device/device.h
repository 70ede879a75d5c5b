/* common/device/device.h - memory that kernels work on, ways there and back, streams.
 *
 * What a kernel reads or writes lies in device memory; the host touches it through these
 * calls only. Kernels and copies are queued on a stream and done in its order; between
 * streams there is only the order that stream_follow asks for.
 *
 *   back end   device memory              a kernel has run when
 *   cpu        the host's own             its launch returns
 *   cuda, hip  the GPU's                  its stream was waited for
 *   emu        an arena that the host     its stream was waited for, and it is run
 *              cannot touch               no earlier than that
 *
 * One of device.c, device_gpu.c, device_emu.c implements it. On the CPU nothing is copied
 * that need not be: device_take, device_lend and the halo's mailboxes give back the
 * host's memory itself.
 */
#ifndef MEMWALL_DEVICE_H
#define MEMWALL_DEVICE_H
#include <mpi.h>
#include <stddef.h>

/* `count` objects of `size` bytes, contents undefined (NaN on emu), counted like all
 * memory (memory.h); a failure ends the job with a line that names `what`. */
void *device_alloc(size_t count, size_t size, const char *what);
void device_free(void *at); /* NULL is allowed */

/* Moves an array from mem_alloc to the device: the host's copy is gone afterwards (on the
 * CPU it is the result). NULL stays NULL. */
void *device_take(void *host, size_t count, size_t size, const char *what);

/* Copies that are complete on return, in order with the kernels launched before; zeroes,
 * written by the threads that will use the pages. */
void device_put(void *device, const void *host, size_t bytes);
void device_get(void *host, const void *device, size_t bytes);
void device_clear(void *device, size_t bytes);

/* The host's turn to read an array of the device's: the memory itself on the CPU, else a
 * copy. device_return ends it. */
void *device_borrow(void *device, size_t count, size_t size, const char *what);
void device_return(void *borrowed);

/* A few of the host's numbers for the kernels launched next: `host` itself where kernels
 * can read it, else a copy in `device`, made before those kernels run. The host's array
 * may change as soon as this returns, but on the CPU not before the kernels have run. */
const void *device_lend(void *device, const void *host, size_t bytes);

enum stream { COMPUTE, HALO, STREAMS };

/* What is queued on `later` from now on begins after all that is on `earlier` by now. */
void stream_follow(enum stream later, enum stream earlier);
void stream_wait(enum stream s); /* the host waits for all that is on it */

/* The time when all that is on COMPUTE by now has run, and sums of such times' differences:
 * added at once on the CPU, else by device_settle, which waits. Moments are few on a
 * device: device_moments_room waits as well when they run out, and forgets the old ones. */
struct moment {
    double seconds; /* of now(), when the host asked */
    int place;
};
struct moment device_moment(void);
void device_interval(struct moment from, struct moment to, double *sum);
void device_settle(void);
void device_moments_room(void);

/* MPI and device memory. A mailbox is host memory that copies reach at full speed and
 * while the host does other things; NULL where MPI can use device memory itself. An
 * outbox is where MPI may read what kernels have put into `device`, after the next
 * stream_wait; an inbox is where it may write what device_deliver then brings there. */
void *mailbox_alloc(size_t count, size_t size, const char *what);
void mailbox_free(void *mailbox);
const void *device_outbox(const void *device, void *mailbox, size_t bytes, enum stream s);
void *device_inbox(void *device, void *mailbox);
void device_deliver(void *device, const void *mailbox, size_t bytes, enum stream s);

/* Host memory that kernels may write to: MAX_RESTART + 1 sums, to be read after a
 * stream_wait. Not on the CPU. */
double *device_answer(void);

/* Rows that the lanes of a warp hold side by side: the height of a slice of a matrix. */
int device_warp(void);

/* How the program wants its device; what it got. */
struct device_wish {
    int number;        /* of the visible devices; -1: by the rank's place on its node */
    int gpu_aware_mpi; /* give device memory to MPI */
};
struct device_facts {
    char backend[8];  /* cpu, cuda, hip, emu */
    char name[128];   /* "" on the CPU */
    int number;       /* of the device that this rank uses */
    double memory;    /* bytes of the device, 0 on the CPU */
    double available; /* of them free; divided by the ranks that share the device */
};

/* Takes a device before any work. No device, a wrong one or an MPI that cannot do what is
 * asked end the run with one line. Collective; without it the first allocation takes
 * device 0. */
void device_start(const struct device_wish *wish, MPI_Comm comm);
struct device_facts device_found(void);
size_t device_peak(void); /* most bytes of device memory ever alive; 0 on the CPU */
#endif
