/* common/base/machine.c - names, memory and threads of the computer. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "machine.h"
#include "error.h"
#include "version.h" /* written by make: MEMWALL_COMMIT, MEMWALL_CFLAGS */
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

const char *machine_commit(void)
{
    return MEMWALL_COMMIT;
}

const char *machine_compiler(void)
{
#if defined(__clang__)
    return __VERSION__ " " MEMWALL_CFLAGS;
#else
    return "gcc " __VERSION__ " " MEMWALL_CFLAGS;
#endif
}

const char *machine_vectors(void)
{
#if defined(__AVX512F__)
    return "AVX-512, F16C";
#elif defined(__AVX2__) && defined(__F16C__)
    return "AVX2, F16C";
#elif defined(__AVX2__)
    return "AVX2";
#else
    return "the default of the compiler";
#endif
}

const char *machine_host(void)
{
    static char name[256];
    if (!*name && gethostname(name, sizeof name - 1) != 0)
        snprintf(name, sizeof name, "unknown");
    return name;
}

/* Finds the first line of the file that begins with `key` and copies what follows
 * its ": " to value. Leaves value unchanged if there is no such line. */
static void find_line(const char *path, const char *key, char *value, size_t length)
{
    char line[512];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) != 0 || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(value, length, "%s", colon);
        break;
    }
    if (file)
        fclose(file);
}

const char *machine_processor(void)
{
    static char name[256];
    if (!*name) {
        snprintf(name, sizeof name, "unknown");
        find_line("/proc/cpuinfo", "model name", name, sizeof name);
    }
    return name;
}

const char *machine_mpi(void)
{
    static char name[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_OK(MPI_Get_library_version(name, &length));
    name[strcspn(name, ",\n")] = 0;
    return name;
}

size_t machine_resident(void)
{
    char text[64] = "0";
    find_line("/proc/self/status", "VmRSS", text, sizeof text); /* in kB */
    return (size_t)strtod(text, NULL) * 1024;
}

size_t machine_peak_resident(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

/* Returns the number that the file contains, which K or M may follow, or `otherwise` if the
 * file does not exist or contains no number (but "max"). */
static double number_in(const char *path, double otherwise)
{
    char unit = 0;
    double value = otherwise;
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%lf%c", &value, &unit) < 1)
            value = otherwise;
        fclose(file);
    }
    return value * (unit == 'M' ? 0x1p20 : unit == 'K' ? 0x1p10 : 1);
}

size_t machine_total_memory(void)
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

/* The least limit of the memory of the control group of this process and of the groups around
 * it (version 2). What is used of it is not subtracted: it contains the cache of files. The path
 * of the group is the host's, so that in a container only the folder at its top may exist. */
static double group_limit(void)
{
    char group[512] = "", path[640];
    double least = INFINITY;
    find_line("/proc/self/cgroup", "0::", group, sizeof group); /* ":/group" */
    for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
        *end = 0;
        snprintf(path, sizeof path, "/sys/fs/cgroup/%s/memory.max",
                 group + (*group == ':'));
        least = fmin(least, number_in(path, INFINITY));
    }
    return least;
}

size_t machine_free_memory(void)
{
    char text[64] = "";
    find_line("/proc/meminfo", "MemAvailable", text, sizeof text);
    return (size_t)fmin(*text ? strtod(text, NULL) * 1024 : 1e18, group_limit());
}

/* Returns the bytes of the last-level cache of a processor, or 0 if the kernel of the
 * system does not state them. `first` receives the first processor that shares this
 * cache. */
static double last_cache(int processor, int *first)
{
    char path[128];
    double size = 0;
    for (int index = 0; index < 8; index++) {
        snprintf(path, sizeof path,
                 "/sys/devices/system/cpu/cpu%d/cache/index%d/size", processor,
                 index);
        const double bytes = number_in(path, 0);
        if (bytes == 0 || bytes < size)
            continue;
        size = bytes;
        snprintf(path, sizeof path,
                 "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list",
                 processor, index);
        *first = (int)number_in(path, processor);
    }
    return size;
}

double machine_cache(void)
{
    double sum = 0;
    const int processors = (int)sysconf(_SC_NPROCESSORS_CONF);
    for (int p = 0; p < processors; p++) {
        int first = p;
        const double size = last_cache(p, &first);
        sum += first == p ? size : 0;
    }
    return sum > 0 ? sum : 0x1p25; /* 32 MiB where it is not known */
}

MPI_Comm machine_node(MPI_Comm comm)
{
    MPI_Comm node;
    MPI_OK(
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    return node;
}

int machine_ranks_of_node(MPI_Comm comm)
{
    MPI_Comm node = machine_node(comm);
    const int ranks = comm_size(node);
    MPI_OK(MPI_Comm_free(&node));
    return ranks;
}

/* The cores that this rank and its launcher may use: a launcher binds each rank to some
 * of its own. */
static int cores_of_launcher(void)
{
    cpu_set_t set;
    const int mine = omp_get_num_procs();
    if (sched_getaffinity(getppid(), sizeof set, &set) != 0)
        return mine;
    return CPU_COUNT(&set) > mine ? CPU_COUNT(&set) : mine;
}

int machine_threads(int wanted, MPI_Comm comm)
{
    const int mine = omp_get_num_procs();
    const char *set = getenv("OMP_NUM_THREADS");
    int share = cores_of_launcher() / machine_ranks_of_node(comm);
    share = share < 1 ? 1 : share < mine ? share : mine;
    int count = wanted ? wanted : set && *set ? omp_get_max_threads() : share;
    omp_set_num_threads(
        count); /* OMP_THREAD_LIMIT and OMP_DYNAMIC may allow fewer */
#pragma omp parallel
#pragma omp single
    count = omp_get_num_threads();
    omp_set_num_threads(count);
    if (count > mine && comm_rank(comm) == 0)
        fprintf(
            stderr,
            "memwall: warning: a rank has %d threads and may use %d core%s: the "
            "run will be slow (--threads, OMP_NUM_THREADS, mpirun --bind-to)\n",
            count, mine, mine > 1 ? "s" : "");
    return count;
}
