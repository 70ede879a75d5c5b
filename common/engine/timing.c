/* common/engine/timing.c - runs and times solves (timing.h). */
#include "timing.h"
#include "clock.h"
#include "error.h"
#include "memory.h"
#include <stdio.h>
#include <string.h>

void timing_reduce(struct phase_table *phases, MPI_Comm comm)
{
    const int ranks = comm_size(comm);
    double sum[PHASES * MAX_LEVELS][6];
    struct phase_cell *cell = &phases->cell[0][0];
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        const struct phase_cell *c = &cell[k];
        memcpy(sum[k],
               (double[6]){c->seconds, c->nested, c->flops, c->bytes, c->counted,
                           c->again},
               sizeof sum[k]);
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, sum, 6 * PHASES * MAX_LEVELS, MPI_DOUBLE,
                         MPI_SUM, comm));
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        cell[k].seconds = sum[k][0] / ranks;
        cell[k].nested = sum[k][1] / ranks;
        cell[k].flops = sum[k][2];
        cell[k].bytes = sum[k][3];
        cell[k].counted = sum[k][4];
        cell[k].again = sum[k][5];
    }
}

/* Sets the seconds of the phases from the sample. */
static void estimate_phases(struct phase_table *phases,
                            const struct phase_table *sample)
{
    struct phase_cell *cell = &phases->cell[0][0];
    const struct phase_cell *of_sample = &sample->cell[0][0];
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        const double calls = (double)of_sample[k].calls,
                     ratio = calls > 0 ? (double)cell[k].calls / calls : 0;
        cell[k].seconds = ratio * of_sample[k].seconds;
        cell[k].nested = ratio * of_sample[k].nested;
    }
}

/* Copies the kernels that were counted. */
static void keep_kernels(struct timing *t)
{
    const struct traffic_kernel *k = traffic_result(&t->kernels);
    if (t->kernels == 0)
        return;
    t->kernel = NEW(struct traffic_kernel, (size_t)t->kernels, "counted kernels");
    memcpy(t->kernel, k, (size_t)t->kernels * sizeof *k);
}

void timing_free(struct timing *t)
{
    mem_free(t->kernel);
    t->kernel = NULL;
}

void timing_run(const struct timing_plan *plan, struct timing *t, MPI_Comm comm)
{
    *t = (struct timing){.solves = plan->count};
    if (plan->sample)
        phase_enable(0);
    phase_reset();
    device_counts = (struct device_counts){0};
    for (int k = 0; k < plan->count; k++) {
        if (plan->before)
            plan->before(plan->data);
        MPI_OK(MPI_Barrier(comm));
        const double start = now();
        plan->solve(plan->data);
        t->seconds += now() - start;
        const struct device_counts counted = device_counts;
        phase_pause(1);
        if (plan->after)
            plan->after(plan->data, k);
        phase_pause(0);
        device_counts = counted; /* without the checks */
    }
    t->used = device_counts;
    t->phases = *phase_read();
    keep_kernels(t);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &t->seconds, 1, MPI_DOUBLE, MPI_MAX, comm));
    timing_reduce(&t->phases, comm);
    if (plan->sample) {
        phase_enable(1);
        estimate_phases(&t->phases, &plan->sample->phases);
        t->sample = plan->sample->sample;
    }
}

/* ---- Tables ---- */

/* Prints the milliseconds per iteration, or "-" for a phase that was not called. Returns them. */
static double print_ms(int width, const struct timing_column *column,
                       const struct phase_cell *cell)
{
    const double ms = 1e3 * phase_own(cell) / column->iterations;
    if (cell->calls)
        printf("  %*.3f", width, ms);
    else
        printf("  %*s", width, "-");
    return ms;
}

void timing_print_phases(const struct timing_column column[], int columns,
                         const struct bandwidth *b, int ranks)
{
    double within[2] = {0, 0}, whole[2]; /* the sums over the phases; the solves */
    int sampled = 0;
    for (int k = 0; k < columns; k++) {
        whole[k] = 1e3 * column[k].timing->seconds / column[k].iterations;
        sampled += column[k].timing->sample;
    }
    if (sampled > 0)
        printf("The timed solves recorded no events: the times of the phases "
               "come from earlier cycles.\n");
    printf("%-17s", "ms / iteration,");
    for (int k = 0; k < columns; k++)
        printf("  %16.16s", column[k].name);
    printf("%s\n%-17s\n", columns > 1 ? "    speedup" : "", "% of read bandw.");
    for (int p = 0; p < PHASES; p++) {
        struct phase_cell all[2] = {{0}};
        double ms[2];
        for (int k = 0; k < columns; k++)
            all[k] = phase_total(&column[k].timing->phases, (enum phase)p);
        if (all[0].calls + all[1].calls == 0)
            continue;
        printf("%-17s", phase_name((enum phase)p));
        for (int k = 0; k < columns; k++) {
            const struct phase_cell *fine = &column[k].timing->phases.cell[p][0];
            const double share = bandwidth_share(b, fine->bytes, phase_own(fine),
                                                 fine->calls, ranks);
            within[k] += ms[k] = print_ms(9, &column[k], &all[k]);
            if (share >= 0)
                printf(" %5.0f%%", 100 * share);
            else
                printf(" %6s", "-"); /* a coarse level may fit into the cache */
        }
        if (columns > 1 && ms[0] > 0 && ms[1] > 0 && all[0].bytes > 0)
            printf("   %7.2fx", ms[0] / ms[1]);
        printf("\n");
    }
    printf("%-17s", "whole solve");
    for (int k = 0; k < columns; k++)
        printf("  %9.3f %6s", whole[k], "");
    if (columns > 1)
        printf("   %7.2fx", whole[0] / whole[1]);
    printf("\n%-17s", "  within phases");
    for (int k = 0; k < columns; k++)
        printf("  %8.1f%% %6s", 100 * within[k] / whole[k], "");
    printf("\n\n");
}

void timing_print_levels(const struct timing_column *column, int levels)
{
    const struct phase_table *phases = &column->timing->phases;
    printf("%-17.17s", column->name);
    for (int l = 0; l < levels; l++)
        printf(" %*s %d", l < 10 ? 7 : 6, "level", l);
    printf("   (ms / iteration)\n");
    for (int p = 0; p < PHASES; p++) {
        if (phase_total(phases, (enum phase)p).calls == 0)
            continue;
        printf("%-17s", phase_name((enum phase)p));
        for (int l = 0; l < levels; l++)
            print_ms(8, column, &phases->cell[p][l]);
        printf("\n");
    }
    printf("\n");
}

/* ---- The JSON file ---- */

static void write_launched(struct json *j, const struct timing *timing)
{
    if (timing->kernels == 0)
        return;
    json_array(j, "launched");
    for (const struct traffic_kernel *k = timing->kernel;
         k < timing->kernel + timing->kernels; k++) {
        const struct traffic *t = &k->sum;
        json_object(j, NULL);
        json_add(j,
                 "kernel=%s formats=%s phase=%s level=%d launches=%g passes=%g "
                 "loads=%g stores=%g read=%g written=%g lines=%g misses=%g "
                 "requests_32=%g sectors_32=%g requests_64=%g sectors_64=%g",
                 k->name, k->formats,
                 k->phase == TRAFFIC_NO_PHASE ? "-"
                                              : phase_name((enum phase)k->phase),
                 k->level, t->launches, t->passes, t->loads, t->stores, t->read,
                 t->written, t->lines, t->misses, t->requests_32, t->sectors_32,
                 t->requests_64, t->sectors_64);
        json_end(j);
    }
    json_end(j);
}

void timing_json(struct json *j, const struct timing *t, int levels)
{
    const struct device_counts *used = &t->used;
    json_object(j, "device_counts");
    json_add(j,
             "kernel_launches=%ld copies=%ld copied_bytes=%g host_waits=%ld "
             "overlapped_kernels=%ld events=%ld",
             used->kernels, used->copies, used->copied, used->waits,
             used->overlapped, used->events);
    json_end(j);
    json_add(j, "phase_sample_iterations=%d", t->sample);
    json_array(j, "phases");
    for (int p = 0; p < PHASES; p++)
        for (int l = 0; l < levels; l++) {
            const struct phase_cell *c = &t->phases.cell[p][l];
            if (c->calls == 0)
                continue;
            json_object(j, NULL);
            json_add(j,
                     "phase=%s level=%d calls=%ld seconds=%g "
                     "seconds_with_nested=%g flops=%g bytes=%g",
                     phase_name((enum phase)p), l, c->calls, phase_own(c),
                     c->seconds, c->flops, c->bytes);
            if (c->again > 0)
                json_add(j, "bytes_again=%g", c->again);
            if (c->counted > 0)
                json_add(j, "counted=%g", c->counted);
            json_end(j);
        }
    json_end(j);
    write_launched(j, t);
}
