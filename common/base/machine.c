/* common/base/machine.c - names, memory and threads of the computer. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "machine.h"
#include "error.h"
#include "places.h"
#include "version.h" /* written by make: MEMWALL_COMMIT, MEMWALL_BUILD, MEMWALL_CFLAGS */
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

const char *machine_build(void)
{
    return MEMWALL_BUILD;
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
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%ld %ld", &pages, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return (size_t)resident * (size_t)sysconf(_SC_PAGESIZE);
}

size_t machine_peak_resident(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss * 1024;
}

/* Returns the number that the file contains, or `otherwise` if the file does not
 * exist or contains no number (but "max"). */
static double number_in(const char *path, double otherwise)
{
    double value = otherwise;
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%lf", &value) != 1)
            value = otherwise;
        fclose(file);
    }
    return value;
}

size_t machine_total_memory(void)
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

/* The files of control groups that limit the memory, in version 2 and in version 1. */
struct group_files {
    const char *line; /* in /proc/self/cgroup, before the path of the group */
    const char *folder, *limit, *used, *cache[2]; /* cache: lines of memory.stat */
};

/* Bytes that the group in this folder may still take. The kernel drops pages of its
 * cache of files when memory is needed. */
static double group_free(const struct group_files *files, const char *folder)
{
    char path[1088], name[64]; /* longer than a folder by the name of a file */
    double cache = 0, value;
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%63s %lf", name, &value) == 2)
        cache +=
            strcmp(name, files->cache[0]) == 0 || strcmp(name, files->cache[1]) == 0
                ? value
                : 0;
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "%s/%s", folder, files->limit);
    const double limit = number_in(path, INFINITY);
    snprintf(path, sizeof path, "%s/%s", folder, files->used);
    const double used = number_in(path, 0) - cache;
    return limit - (used > 0 ? used : 0);
}

/* The same for this process: the least of its group and of all groups around it. The
 * path of the group is that of the host, so that in a container only the folder at its
 * top may exist. */
static double group_memory(void)
{
    static const struct group_files version[2] = {
        {"0::",
         "sys/fs/cgroup",
         "memory.max",
         "memory.current",
         {"inactive_file", "active_file"}},
        {":memory:",
         "sys/fs/cgroup/memory",
         "memory.limit_in_bytes",
         "memory.usage_in_bytes",
         {"total_inactive_file", "total_active_file"}}};
    const char *root = getenv("MEMWALL_ROOT");
    char line[512], folder[1024];
    double least = INFINITY;
    snprintf(folder, sizeof folder, "%s/proc/self/cgroup", root ? root : "");
    FILE *file = fopen(folder, "r");
    while (file && fgets(line, sizeof line, file))
        for (int v = 0; v < 2; v++) {
            const char *group = strstr(line, version[v].line);
            if (!group)
                continue;
            snprintf(folder, sizeof folder, "%s/%s", root ? root : "",
                     version[v].folder);
            const size_t top = strlen(folder);
            snprintf(folder + top, sizeof folder - top, "%.*s",
                     (int)strcspn(group + strlen(version[v].line), "\n"),
                     group + strlen(version[v].line));
            for (char *end = folder; end; end = strrchr(folder + top, '/')) {
                *(end > folder ? end : end + strlen(end)) = 0;
                least = fmin(least, group_free(&version[v], folder));
            }
        }
    if (file)
        fclose(file);
    return fmax(least, 0);
}

size_t machine_free_memory(void)
{
    char text[64] = "";
    find_line("/proc/meminfo", "MemAvailable", text, sizeof text);
    const double available = *text ? strtod(text, NULL) * 1024 : 1e18,
                 in_groups = group_memory();
    return (size_t)(in_groups < available ? in_groups : available);
}

/* Returns the bytes of the last-level cache of a processor, or 0 if the kernel of the
 * system does not state them. `first` receives the first processor that shares this
 * cache. */
static double last_cache(int processor, int *first)
{
    char path[128], unit = 0;
    double size = 0;
    for (int index = 0; index < 8; index++) {
        double bytes = 0;
        snprintf(path, sizeof path,
                 "/sys/devices/system/cpu/cpu%d/cache/index%d/size", processor,
                 index);
        FILE *file = fopen(path, "r");
        if (!file)
            break;
        if (fscanf(file, "%lf%c", &bytes, &unit) == 2)
            bytes *= unit == 'M' ? 0x1p20 : unit == 'K' ? 0x1p10 : 1;
        fclose(file);
        if (bytes < size)
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

/* Ends the run if the threads cannot work in a reasonable time, and warns if they
 * share cores with many others. wanted: the threads without the bounds of a launcher.
 * Returns 1 after a warning. */
static int check_threads(int threads, int wanted, int ranks, int cores,
                         MPI_Comm comm)
{
    enum { WARN = 4, REFUSE = 64 }; /* threads per core */
    const int mine = omp_get_num_procs();
    /* Threads of a rank wait for each other at the end of each loop; ranks wait less often. */
    const int most = threads > 1 ? cores / ranks : WARN * cores / ranks;
    int excess[3] = {threads > REFUSE * cores, threads > most,
                     wanted > mine && mine < cores};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, excess, 3, MPI_INT, MPI_MAX, comm));
    if (excess[0])
        fail_all(EXIT_USAGE,
                 "%d threads per rank on a node with %d cores: at most %d threads "
                 "are allowed (--threads or OMP_NUM_THREADS)",
                 threads, cores, REFUSE * cores);
    const int rank = comm_rank(comm);
    if (excess[1] && rank == 0)
        fprintf(stderr,
                "memwall: warning: %d ranks of %d threads share the %d cores of a "
                "node: the run will be slow\n",
                ranks, threads, cores);
    else if (excess[2] && rank == 0)
        fprintf(stderr,
                "memwall: warning: a rank with %d thread%s is bound to %d of %d "
                "cores by its launcher: with mpirun --bind-to none (Open MPI) "
                "%d threads have a core each\n",
                threads, threads > 1 ? "s" : "", mine, cores, wanted);
    return excess[1] || excess[2];
}

/* The first number of OMP_NUM_THREADS; 0 if the variable is not set or empty, and after a warning
 * if it does not begin with a positive number, with which OpenMP libraries use all cores for each
 * rank. */
static int threads_of_environment(MPI_Comm comm)
{
    const char *text = getenv("OMP_NUM_THREADS");
    const int most = omp_get_thread_limit();
    char *end = NULL;
    if (!text || !text[strspn(text, " \t")])
        return 0;
    const long number = strtol(text, &end, 10);
    end += strspn(end, " \t");
    if (number >= 1 && (*end == 0 || *end == ','))
        return number < most ? (int)number : most;
    if (comm_rank(comm) == 0)
        fprintf(stderr,
                "memwall: warning: OMP_NUM_THREADS=%.40s: a whole number from 1 on "
                "is needed; the variable is ignored\n",
                text);
    return 0;
}

int machine_threads(int wanted, MPI_Comm comm)
{
    const int ranks = machine_ranks_of_node(comm), cores = cores_of_launcher(),
              mine = omp_get_num_procs();
    int share = wanted ? wanted : threads_of_environment(comm);
    wanted = share;
    if (share == 0) {
        const int most = omp_get_thread_limit();
        share = cores / ranks > 1 ? cores / ranks : 1;
        share = share < most ? share : most;
        wanted = share < mine ? share : mine;
    }
    const int warned = check_threads(wanted, share, ranks, cores, comm);
    omp_set_num_threads(wanted);
    int count = wanted; /* OMP_THREAD_LIMIT and OMP_DYNAMIC may allow fewer */
#pragma omp parallel
#pragma omp single
    count = omp_get_num_threads();
    omp_set_num_threads(count);
    if (!warned)
        places_check(count, comm);
    return count;
}
