/* common/base/machine.c - names, memory and threads of the computer. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"
#include "error.h"
#include "memory.h"
#include "version.h" /* written by make: MEMWALL_COMMIT, MEMWALL_CFLAGS */
#include <omp.h>
#include <pthread.h>
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

size_t machine_free_memory(void)
{
    char text[64] = "";
    find_line("/proc/meminfo", "MemAvailable", text, sizeof text);
    double available = *text ? strtod(text, NULL) * 1024 : 1e18;
    double limit = number_in("/sys/fs/cgroup/memory.max", 1e18);
    double used = number_in("/sys/fs/cgroup/memory.current", 0);
    if (limit - used < available)
        available = limit - used;
    return available > 0 ? (size_t)available : 0;
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

static void *wait_for_gate(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* Creates and joins as many threads as OpenMP will create. OpenMP itself would end
 * the process with a message of its own if it could not create them. */
static void probe_threads(int count)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *thread = NEW(pthread_t, (size_t)count, "threads");
    int created = 0, error = 0;
    pthread_mutex_lock(&gate);
    while (created < count && !error) {
        error = pthread_create(&thread[created], NULL, wait_for_gate, &gate);
        created += !error;
    }
    pthread_mutex_unlock(&gate);
    for (int k = 0; k < created; k++)
        pthread_join(thread[k], NULL);
    mem_free(thread);
    if (error)
        die("only %d of %d threads could be created: %s; use fewer threads "
            "(--threads or OMP_NUM_THREADS)",
            created + 1, count + 1, strerror(error));
}

/* Ends the run if the threads cannot work in a reasonable time, and warns if they
 * share cores with many others. */
static void check_threads(int threads, int ranks, MPI_Comm comm)
{
    enum { WARN = 4, REFUSE = 64 }; /* threads per core */
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int rank;
    int excess[2] = {threads > REFUSE * cores,
                     (long)threads * ranks > WARN * cores};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, excess, 2, MPI_INT, MPI_MAX, comm));
    if (excess[0])
        fail_all(
            EXIT_USAGE,
            "%d threads per rank on a node with %ld cores: at most %ld threads "
            "are allowed (--threads or OMP_NUM_THREADS)",
            threads, cores, REFUSE * cores);
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (excess[1] && rank == 0)
        fprintf(stderr,
                "memwall: warning: %d ranks of %d threads share the %ld cores of a "
                "node: the run will be slow\n",
                ranks, threads, cores);
    if (threads > 1)
        probe_threads(threads - 1);
}

int machine_threads(int wanted, MPI_Comm comm)
{
    int ranks;
    MPI_Comm node = machine_node(comm);
    MPI_OK(MPI_Comm_size(node, &ranks));
    MPI_OK(MPI_Comm_free(&node));
    if (wanted == 0 && getenv("OMP_NUM_THREADS"))
        wanted = omp_get_max_threads();
    if (wanted == 0) {
        int cores = (int)sysconf(_SC_NPROCESSORS_ONLN), mine = omp_get_num_procs();
        wanted = cores / ranks < mine ? cores / ranks : mine;
        wanted = wanted > 0 ? wanted : 1;
    }
    check_threads(wanted, ranks, comm);
    omp_set_num_threads(wanted);
    if (omp_get_max_threads() != wanted)
        fail_all(EXIT_USAGE,
                 "%d threads: this program was built with OPENMP=no, for one",
                 wanted);
    int count = wanted; /* OMP_THREAD_LIMIT and OMP_DYNAMIC may allow fewer */
#pragma omp parallel
#pragma omp single
    count = omp_get_num_threads();
    omp_set_num_threads(count);
    return count;
}
