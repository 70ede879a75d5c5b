/* common/matrix/census.c - the crystal router (census.h).
 *
 * In each step the range of ranks that contains this rank is halved. A rank sends
 * the notices for ranks of the other half to its partner there, so after log2 P
 * steps each notice has arrived:
 *
 *   ranks first .. middle-1  |  middle .. last-1      rank i and i + half are partners
 *
 * If the number of ranks in the range is odd, the last rank of the lower half has no
 * partner. It sends to the last rank of the upper half and receives nothing.
 */
#include "census.h"
#include "error.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

enum { INTS = sizeof(struct notice) / sizeof(int) };

/* An array of notices that grows. */
struct notices {
    struct notice *of;
    int count;
};

/* Appends the notices that rank `source` has sent. */
static void receive(struct notices *list, int source, int tag, MPI_Comm comm)
{
    MPI_Status status;
    int ints;
    MPI_OK(MPI_Probe(source, tag, comm, &status));
    MPI_OK(MPI_Get_count(&status, MPI_INT, &ints));
    struct notice *longer =
        NEW(struct notice, (size_t)(list->count + ints / INTS), "notices");
    memcpy(longer, list->of, (size_t)list->count * sizeof *longer);
    MPI_OK(MPI_Recv(longer + list->count, ints, MPI_INT, source, tag, comm,
                    MPI_STATUS_IGNORE));
    mem_free(list->of);
    *list = (struct notices){longer, list->count + ints / INTS};
}

/* Moves the notices for the ranks first .. last-1 to `leaving`. */
static void split(struct notices *list, int first, int last,
                  struct notices *leaving)
{
    int kept = 0;
    leaving->of = NEW(struct notice, (size_t)list->count, "notices");
    leaving->count = 0;
    for (int k = 0; k < list->count; k++) {
        const struct notice n = list->of[k];
        if (n.target >= first && n.target < last)
            leaving->of[leaving->count++] = n;
        else
            list->of[kept++] = n;
    }
    list->count = kept;
}

static int by_source(const void *a, const void *b)
{
    return ((const struct notice *)a)->source - ((const struct notice *)b)->source;
}

struct notice *census(struct notice *notice, int *count, int tag, MPI_Comm comm)
{
    struct notices list = {notice, *count}, leaving;
    int me, first = 0, last;
    MPI_OK(MPI_Comm_rank(comm, &me));
    MPI_OK(MPI_Comm_size(comm, &last));
    while (last - first > 1) {
        const int half = (last - first + 1) / 2, middle = first + half;
        const int lower = me < middle, odd = (last - first) % 2;
        int partner = lower ? me + half : me - half;
        const int no_partner = partner == last;
        if (no_partner)
            partner = last - 1;
        split(&list, lower ? middle : first, lower ? last : middle, &leaving);
        MPI_Request sent;
        MPI_OK(MPI_Isend(leaving.of, leaving.count * INTS, MPI_INT, partner, tag,
                         comm, &sent));
        if (!no_partner)
            receive(&list, partner, tag, comm);
        if (odd && me == last - 1)
            receive(&list, middle - 1, tag, comm);
        MPI_OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
        mem_free(leaving.of);
        if (lower)
            last = middle;
        else
            first = middle;
    }
    qsort(list.of, (size_t)list.count, sizeof *list.of, by_source);
    *count = list.count;
    return list.of;
}
