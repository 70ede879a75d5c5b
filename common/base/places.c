/* common/base/places.c - compares the processors on which the threads of a node may run
 * (places.h). */
#define _GNU_SOURCE /* sched_getaffinity */
#include "places.h"
#include "error.h"
#include "machine.h"
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A set of processors: has[k] is 1 if processor k belongs to it. */
struct processors {
    int has[CPU_SETSIZE];
};

/* Adds the processors that the process or thread `of` may use; 0 is this thread. Adds none on a
 * system with more than CPU_SETSIZE processors. */
static void add(struct processors *p, pid_t of)
{
    cpu_set_t set;
    if (sched_getaffinity(of, sizeof set, &set) != 0)
        return;
    for (int k = 0; k < CPU_SETSIZE; k++)
        p->has[k] |= CPU_ISSET(k, &set) != 0;
}

static int count(const struct processors *p)
{
    int sum = 0;
    for (int k = 0; k < CPU_SETSIZE; k++)
        sum += p->has[k];
    return sum;
}

/* A core may have several processors (hyperthreads). Returns the first one of each core to which
 * processors of p belong. */
static struct processors cores_of(const struct processors *p)
{
    struct processors cores = {{0}};
    for (int k = 0; k < CPU_SETSIZE; k++)
        if (p->has[k]) {
            char path[96];
            int first = k;
            snprintf(path, sizeof path,
                     "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
                     k);
            FILE *file = fopen(path, "r");
            if (file && (fscanf(file, "%d", &first) != 1 || first < 0 || first > k))
                first = k;
            if (file)
                fclose(file);
            cores.has[first] = 1;
        }
    return cores;
}

void places_check(int threads, MPI_Comm comm)
{
    struct processors used = {{0}}, all = {{0}};
    const int rank = comm_rank(comm), ranks = comm_size(comm);
    MPI_Comm node = machine_node(comm);
    int on_node[3] = {threads, 0, 0}; /* threads, cores that they may use, cores */
    add(&all, getppid());
#pragma omp parallel
#pragma omp critical
    add(&used, 0);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, on_node, 1, MPI_INT, MPI_SUM, node));
    MPI_OK(
        MPI_Allreduce(MPI_IN_PLACE, used.has, CPU_SETSIZE, MPI_INT, MPI_MAX, node));
    MPI_OK(
        MPI_Allreduce(MPI_IN_PLACE, all.has, CPU_SETSIZE, MPI_INT, MPI_MAX, node));
    const int node_ranks = comm_size(node);
    MPI_OK(MPI_Comm_free(&node));
    for (int k = 0; k < CPU_SETSIZE; k++)
        all.has[k] |= used.has[k];
    const struct processors cores[2] = {cores_of(&used), cores_of(&all)};
    on_node[1] = count(&cores[0]);
    on_node[2] = count(&cores[1]);
    const int wanted = on_node[0] < on_node[2] ? on_node[0] : on_node[2];
    int affected = on_node[1] < wanted ? rank : ranks, first;
    int line[4] = {node_ranks, on_node[0], on_node[1], on_node[2]};
    MPI_OK(MPI_Allreduce(&affected, &first, 1, MPI_INT, MPI_MIN, comm));
    if (first == ranks)
        return;
    MPI_OK(MPI_Bcast(line, 4, MPI_INT, first, comm));
    if (rank == 0)
        fprintf(
            stderr,
            "memwall: warning: %d rank%s of a node with %d threads in all may use "
            "only "
            "%d of its %d cores: the run will be slow; unset OMP_PROC_BIND and "
            "OMP_PLACES, or "
            "let the launcher give each rank cores of its own (Open MPI: --map-by "
            "slot:PE=%d --bind-to core)\n",
            line[0], line[0] > 1 ? "s" : "", line[1], line[2], line[3],
            line[1] / line[0]);
}
