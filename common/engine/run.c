/* common/engine/run.c - machine, memory and files of a run (run.h). */
#include "run.h"
#include "format.h"
#include "machine.h"
#include "memory.h"
#include "mpi_gpu.h"
#include "output.h"
#include "tree.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

/* clang-format off */
#define AT(member) offsetof(struct run_options, member)
const struct option machine_table[] = {
    {"threads", WHOLE, AT(threads), 1, 4096, "N", "",
     "OpenMP threads per rank (OMP_NUM_THREADS, else cores / ranks of the node, but\n"
     "no more than the launcher lets a rank use)"},
    {"memory", NUMBER, AT(memory_limit), 1e-3, 1e6, "GiB", "",
     "memory that the run may use per node (the free memory)"},
    {"device", WHOLE, AT(device), 0, 1023, "N", "",
     "GPU only: number of the GPU (the ranks of a node use its GPUs in turn)"},
    {"gpu-aware-mpi", WORD, AT(gpu_aware_mpi), 0, 0, "off|on", "off",
     "GPU only: MPI reads and writes GPU memory, without copies in host memory"},
    {0}};
const struct option files_table[] = {
    {"json", TEXT, AT(json), 0, 0, "FILE", "",
     "write all results as a JSON file (bench: memwall-TREE.json in --output)"},
    {"trace", TEXT, AT(trace), 0, 0, "FILE", "",
     "write a time line of all ranks for ui.perfetto.dev or chrome://tracing"},
    {0}};
/* clang-format on */

void run_start(struct run *run, int thread_level, MPI_Comm comm)
{
    const struct run_options *o = &run->options;
    run->memory.program = (double)machine_resident();
    MPI_Comm node = machine_node(comm);
    int leader = comm_rank(node) == 0;
    MPI_OK(MPI_Comm_free(&node));
    MPI_OK(MPI_Allreduce(&leader, &run->nodes, 1, MPI_INT, MPI_SUM, comm));
    run->ranks = comm_size(comm);
    run->threads = machine_threads(o->threads, comm);
    int most = run->threads; /* of any rank, because all ranks fail together */
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, comm));
    if (most > 1 && thread_level < MPI_THREAD_FUNNELED)
        fail_all(EXIT_BROKEN,
                 "this MPI library does not support threads, and each rank has %d: "
                 "MPI_THREAD_FUNNELED or --threads=1 is needed",
                 most);
    device_start(&(struct device_request){o->device, o->gpu_aware_mpi}, comm);
    if (o->gpu_aware_mpi)
        gpu_aware_test(comm);
    run->device = device_get_info();
}

/* ---- Memory ---- */

/* The memory that a run needs, in bytes for each nonzero and each row of its matrix:
 * with the coarser levels, the arrays that exist only during the set-up, and the vectors.
 * The basis is added. On a device this would refuse problems that fit in narrow formats.
 * There it is the least that every run needs: for each nonzero a value in f64 and an index of
 * one byte, and a basis in 16 bits; an allocation that fails later ends the run with a line of
 * its own. */
enum { BYTES_PER_NONZERO = 28, BYTES_PER_ROW = 100, LEAST_PER_NONZERO = 9 };

/* Ends the run if some rank finds that more bytes are needed than available. where,
 * state and remedy are parts of the message. */
static void require(double needed, double available, const char *where,
                    const char *state, const char *remedy, MPI_Comm comm)
{
    double worst[2] = {needed - available, needed};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, worst, 2, MPI_DOUBLE, MPI_MAX, comm));
    if (worst[0] > 0)
        fail_all(
            EXIT_USAGE,
            "%.3g GiB are needed on a %s, %.3g GiB %s: use a smaller problem or "
            "%s",
            worst[1] / 0x1p30, where, (worst[1] - worst[0]) / 0x1p30, state,
            remedy);
}

void run_check_memory(struct run *run, double rows, double nonzeros, int columns,
                      double before, MPI_Comm comm)
{
    const struct device_info device = device_get_info();
    const double basis = columns * rows;
    double needed = BYTES_PER_NONZERO * nonzeros + BYTES_PER_ROW * rows;
    if (*device.name) { /* the basis is in the memory of the device */
        const double least =
            LEAST_PER_NONZERO * nonzeros + (double)format_bytes(F16) * basis;
        if (run->memory.needed == 0 && comm_rank(comm) == 0) /* the first check */
            fprintf(
                stderr,
                "device memory for each rank: at least %.3g GiB are needed, %.3g "
                "GiB are free\n",
                least / 0x1p30, device.available / 0x1p30);
        require(least, device.available, "device", "are free for each rank",
                "more devices", comm);
    } else {
        needed += (double)format_bytes(F64) * basis;
    }
    needed = fmax(needed, before);
    run->memory.needed = needed;
    MPI_Comm node = machine_node(comm);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &needed, 1, MPI_DOUBLE, MPI_SUM, node));
    MPI_OK(MPI_Comm_free(&node));
    require(needed,
            run->options.memory_limit > 0 ? run->options.memory_limit * 0x1p30
                                          : (double)machine_free_memory(),
            "node", "may be used",
            "fewer ranks per node, or --memory=GiB if more is free", comm);
}

void run_memory_used(struct run *run, MPI_Comm comm)
{
    double resident = (double)machine_peak_resident(),
           allocated = (double)mem_peak();
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &resident, 1, MPI_DOUBLE, MPI_SUM, comm));
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &allocated, 1, MPI_DOUBLE, MPI_MAX, comm));
    run->memory.resident = resident / run->ranks;
    run->memory.allocated = allocated;
}

/* ---- Files ---- */

/* Appends the files of this kind that the options of the verb name. Returns their number with
 * the `count` files before them. */
static int add_files(const struct verb *verb, enum kind kind,
                     struct named_file file[], int count)
{
    for (const struct option_group *g = verb->groups; g->heading; g++)
        for (const struct option *row = g->table; row->name; row++)
            if (row->kind == kind) {
                file[count].path = (const char *)g->values + row->offset;
                snprintf(file[count++].name, sizeof file->name, "--%s", row->name);
            }
    return count;
}

void run_check_files(const struct run *run, MPI_Comm comm)
{
    enum { OWN = 2, MOST = 16 };
    struct named_file all[MOST] = {{"--json", run->options.json},
                                   {"--trace", run->options.trace}};
    char fault[TEXT_LENGTH] = "";
    int outputs = add_files(run->verb, OUTPUT_FILE, all, OWN);
    if (run->verb->report)
        all[outputs++] = (struct named_file){"report", run->verb->report};
    int inputs = add_files(run->verb, INPUT_FILE, all, outputs);
    if (run->verb->reads)
        all[inputs++] = (struct named_file){"input file", run->verb->reads};
    if (comm_rank(comm) == 0)
        output_check(all, outputs, inputs, fault, sizeof fault);
    MPI_OK(MPI_Bcast(fault, sizeof fault, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s", fault);
}

/* ---- Reports ---- */

void run_head(const struct run *run)
{
    printf("%s %s   %s, %s\ncompiled by %s\n", tree_program, machine_commit(),
           machine_host(), machine_processor(), machine_compiler());
    if (tree_extension)
        printf("extension of the rules: %s\n", tree_extension);
    printf("%d rank%s x %d thread%s", run->ranks, run->ranks > 1 ? "s" : "",
           run->threads, run->threads > 1 ? "s" : "");
}

struct json run_json_begin(const struct run *run, const struct bandwidth *measured)
{
    struct json j = {.file = output_open(run->options.json)};
    const struct device_info *d = &run->device;
    char date[32];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    json_object(&j, NULL);
    json_object(&j, "machine");
    json_add(&j,
             "host=%s processor=%s mpi=%s compiler=%s vectors=%s commit=%s date=%s",
             machine_host(), machine_processor(), machine_mpi(), machine_compiler(),
             machine_vectors(), machine_commit(), date);
    json_add(&j, "ranks=%d nodes=%d threads=%d backend=%s", run->ranks, run->nodes,
             run->threads, d->backend);
    if (*d->name)
        json_add(&j,
                 "device=%s device_number=%d ranks_on_device=%d "
                 "device_memory_bytes=%g device_peak_bytes=%g",
                 d->name, d->number, d->sharing, d->memory, (double)device_peak());
    if (*d->arch)
        json_add(&j,
                 "device_arch=%s device_driver=%s device_runtime=%s "
                 "device_compiler=%s device_clock_hz=%g",
                 d->arch, d->driver, d->runtime, d->compiler, d->clock);
    if (measured)
        bandwidth_json(&j, measured);
    json_end(&j);
    run_json_options(&j, "options", run);
    return j;
}

void run_json_options(struct json *j, const char *name, const struct run *run)
{
    json_object(j, name);
    json_add(j, "tree=%s", tree_name);
    if (tree_extension)
        json_add(j, "extension=%s", tree_extension);
    json_add(j, "verb=%s", run->verb->name);
    json_words(j, "arguments", run->arguments);
}

void run_json_end(struct json *j, const struct run *run)
{
    json_end(j);
    output_close(j->file, run->options.json);
}

void run_json_memory(struct json *j, const struct run *run)
{
    json_object(j, "memory");
    json_add(j,
             "model_bytes=%g peak_bytes=%g peak_allocated_bytes=%g "
             "program_bytes=%g hierarchy_bytes=%g solver_bytes=%g",
             run->memory.program + run->memory.needed, run->memory.resident,
             run->memory.allocated, run->memory.program, run->memory.matrices,
             run->memory.vectors);
    json_end(j);
}
