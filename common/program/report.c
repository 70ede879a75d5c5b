/* common/program/report.c - collects the results of all ranks for the reports. */
#include "report.h"
#include "error.h"
#include "kernels.h"
#include "machine.h"
#include "memory.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report_reason(struct reasons *list, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (list->count < MAX_REASONS)
        vsnprintf(list->text[list->count++], sizeof list->text[0], format, args);
    va_end(args);
}

static void reduce(double *value, int count, MPI_Op op, MPI_Comm comm)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_DOUBLE, op, comm));
}

void run_collect(struct timed_run *run, MPI_Comm comm)
{
    const int ranks = comm_size(comm);
    reduce(&run->seconds, 1, MPI_MAX, comm);
    double sum[PHASES * MAX_LEVELS][5];
    struct phase_cell *cell = &run->phases.cell[0][0];
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        const struct phase_cell *c = &cell[k];
        memcpy(sum[k],
               (double[5]){c->seconds, c->nested, c->flops, c->bytes, c->counted},
               sizeof sum[k]);
    }
    reduce(sum[0], 5 * PHASES * MAX_LEVELS, MPI_SUM, comm);
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        cell[k].seconds = sum[k][0] / ranks;
        cell[k].nested = sum[k][1] / ranks;
        cell[k].flops = sum[k][2];
        cell[k].bytes = sum[k][3];
        cell[k].counted = sum[k][4];
    }
}

static void collect_memory(struct report *r, MPI_Comm comm)
{
    r->memory.resident = (double)machine_peak_resident();
    reduce(&r->memory.resident, 1, MPI_SUM, comm);
    r->memory.resident /= r->ranks;
    r->memory.allocated = (double)mem_peak();
    reduce(&r->memory.allocated, 1, MPI_MAX, comm);
}

void report_add_rounding(struct report *r, const struct matrix *A)
{
    r->rounding.rows += A->rounding.rows;
    r->rounding.exact += A->rounding.exact;
    r->rounding.scaled += A->rounding.scaled;
    r->rounding.error = fmax(r->rounding.error, A->rounding.error);
}

void report_collect(struct report *r, const struct hierarchy *h, MPI_Comm comm)
{
    double times[5] = {h->setup_seconds, h->generate_seconds, h->halo_seconds,
                       h->order_seconds, h->layout_seconds};
    reduce(times, 5, MPI_MAX, comm);
    r->setup = times[0];
    r->generate = times[1];
    r->halo = times[2];
    r->order = times[3];
    r->layout = times[4];
    collect_memory(r, comm);
    r->levels = h->levels;
    for (int l = 0; l < h->levels; l++) {
        r->level[l] = h->level[l];
        r->memory.level[l] = (double)h->level[l].bytes;
        r->memory.hierarchy += r->memory.level[l];
        report_add_rounding(r, &h->level[l].A);
        layout_describe(&h->level[l].A, r->layout_text[l],
                        sizeof r->layout_text[l]);
    }
}

void report_collect_matrix(struct report *r, const struct matrix *A,
                           double setup_seconds, MPI_Comm comm)
{
    r->setup = setup_seconds;
    reduce(&r->setup, 1, MPI_MAX, comm);
    collect_memory(r, comm);
    r->levels = 1;
    r->level[0] = (struct level){.A = *A};
    report_add_rounding(r, A);
    layout_describe(A, r->layout_text[0], sizeof r->layout_text[0]);
}
