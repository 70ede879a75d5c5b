/* common/program/report_json.c - writes the JSON document of a run. */
#include "output.h"
#include "report.h"
#include "traffic.h"
#include "tree.h"
#include "tree_defaults.h"
#include <time.h>

void report_json_machine(struct json *j, const struct report *r)
{
    const struct bandwidth *b = &r->bandwidth;
    char date[32];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    json_object(j, "machine");
    json_add(j,
             "host=%s processor=%s mpi=%s compiler=%s vectors=%s commit=%s date=%s",
             machine_host(), machine_processor(), machine_mpi(), machine_compiler(),
             machine_vectors(), machine_commit(), date);
    json_add(j, "ranks=%d nodes=%d threads=%d backend=%s", r->ranks, r->nodes,
             r->threads, r->device.backend);
    if (*r->device.name)
        json_add(j,
                 "device=%s device_number=%d ranks_on_device=%d "
                 "device_memory_bytes=%g device_peak_bytes=%g",
                 r->device.name, r->device.number, r->device.sharing,
                 r->device.memory, (double)device_peak());
    if (*r->device.arch)
        json_add(j,
                 "device_arch=%s device_driver=%s device_runtime=%s "
                 "device_compiler=%s device_clock_hz=%g",
                 r->device.arch, r->device.driver, r->device.runtime,
                 r->device.compiler, r->device.clock);
    if (b->read > 0)
        json_add(j,
                 "copy_bytes_per_second=%g read_bytes_per_second=%g "
                 "triad_bytes_per_second=%g bandwidth_array_bytes=%g "
                 "bandwidth_measurements=%d least_read_bytes_per_second=%g "
                 "cache_bytes_per_rank=%g",
                 b->copy, b->read, b->triad, (double)b->bytes, b->measurements,
                 b->least_read, b->cache);
    json_end(j);
}

static void write_options(struct json *j, const struct options *o)
{
    json_object(j, "options");
    json_add(j, "tree=%s", tree_name);
    if (tree_extension())
        json_add(j, "extension=%s", tree_extension());
    json_add(j, "verb=%s", verb_name(o->verb));
    json_words(j, "arguments", o->arguments);
    json_add(j, "policy=%s inner=%s basis=%s", o->policy.name,
             format_name(o->policy.inner), format_name(o->policy.basis));
    json_array(j, "mg");
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        json_add(j, "%s", format_name(o->policy.mg[l]));
    json_end(j);
    if (*o->solve.input)
        json_add(j, "input=%s rhs=%s", o->solve.input, o->solve.rhs);
    else
        json_add(j, "problem=%s order=%s", option_choice("problem", o->problem),
                 option_choice("order", o->order));
    if (o->verb == VERB_SOLVE)
        json_add(j, "preconditioner=%s orthogonalization=%s rules=%s",
                 option_choice("preconditioner", o->solve.preconditioner),
                 option_choice("orthogonalization", o->solve.orthogonalization),
                 option_choice("rules", o->rules.automatic));
    json_add(j, "restart=%d iterations=%d seconds=%g", o->restart, o->limit,
             o->bench.seconds);
    json_end(j);
}

static void write_sizes(struct json *j, const struct report *r)
{
    const struct grid *g = &r->level[0].grid;
    json_object(j, "sizes");
    json_array(j, "local");
    json_add(j, "%d %d %d", g->n[0], g->n[1], g->n[2]);
    json_end(j);
    json_array(j, "processes");
    json_add(j, "%d %d %d", g->p[0], g->p[1], g->p[2]);
    json_end(j);
    json_array(j, "levels");
    for (int l = 0; l < r->levels; l++) {
        const struct matrix *A = &r->level[l].A;
        json_object(j, NULL);
        json_add(j, "rows=%lld nonzeros=%lld colors=%d layout=%s",
                 (long long)A->global_rows, (long long)A->global_nonzeros,
                 A->colors.count, r->layout_text[l]);
        json_end(j);
    }
    json_end(j);
    if (r->rounding.rows > 0) {
        json_object(j, "rows_in_i8");
        json_add(j, "rows=%g exact=%g scaled=%g largest_error=%g", r->rounding.rows,
                 r->rounding.exact, r->rounding.scaled, r->rounding.error);
        json_end(j);
    }
    json_end(j);
    json_object(j, "setup_seconds");
    json_add(j, "all=%g matrix=%g halo=%g order=%g layout=%g", r->setup,
             r->generate, r->halo, r->order, r->layout);
    json_end(j);
    json_object(j, "memory");
    json_add(j,
             "model_bytes=%g peak_bytes=%g peak_allocated_bytes=%g "
             "program_bytes=%g hierarchy_bytes=%g solver_bytes=%g",
             r->memory.program + r->memory.needed, r->memory.resident,
             r->memory.allocated, r->memory.program, r->memory.hierarchy,
             r->memory.solver);
    json_end(j);
}

/* changes: of a solve of CB-GMRES, else NULL */
static void write_outcome(struct json *j, const struct outcome *o,
                          const struct cb_changes *changes)
{
    json_add(j, "reason=%s", reason_name(o->reason));
    if (o->location)
        json_add(j, "location=%s", o->location);
    json_add(j, "iterations=%d cycles=%d initial=%g final=%g relative=%g",
             o->iterations, o->cycles, o->initial, o->final, outcome_relative(o));
    if (changes && changes->classical)
        json_add(j, "classical_instead_of_rgs=%s", changes->classical);
    json_array(j, "continued");
    for (int k = 0; changes && k < changes->continuations; k++) {
        const struct continuation *c = &changes->continued[k];
        json_object(j, NULL);
        json_add(j, "iteration=%d basis=%s published_rules=%d reason=%s",
                 c->iteration, format_name(c->basis), c->published,
                 reason_name(c->reason));
        json_end(j);
    }
    json_end(j);
}

/* The kernels of this rank, with make COUNT=1. */
static void write_launched(struct json *j)
{
    int count;
    const struct traffic_kernel *k = traffic_result(&count);
    if (count == 0)
        return;
    json_array(j, "launched");
    for (const struct traffic_kernel *end = k + count; k < end; k++) {
        const struct traffic *t = &k->sum;
        json_object(j, NULL);
        json_add(j,
                 "kernel=%s formats=%s phase=%s level=%d launches=%g passes=%g "
                 "loads=%g stores=%g read=%g written=%g lines=%g misses=%g "
                 "requests_32=%g sectors_32=%g requests_64=%g sectors_64=%g",
                 k->name, k->formats, phase_name((enum phase)k->phase), k->level,
                 t->launches, t->passes, t->loads, t->stores, t->read, t->written,
                 t->lines, t->misses, t->requests_32, t->sectors_32, t->requests_64,
                 t->sectors_64);
        json_end(j);
    }
    json_end(j);
}

void report_json_phases(struct json *j, const struct timed_run *run, int levels)
{
    const struct device_counts *used = &run->used;
    json_object(j, "device_counts");
    json_add(j,
             "kernel_launches=%ld copies=%ld copied_bytes=%g host_waits=%ld "
             "overlapped_kernels=%ld events=%ld",
             used->kernels, used->copies, used->copied, used->waits,
             used->overlapped, used->events);
    json_end(j);
    json_add(j, "phase_sample_iterations=%d", run->sample);
    json_array(j, "phases");
    for (int p = 0; p < PHASES; p++)
        for (int l = 0; l < levels; l++) {
            const struct phase_cell *c = &run->phases.cell[p][l];
            if (c->calls == 0)
                continue;
            json_object(j, NULL);
            json_add(j,
                     "phase=%s level=%d calls=%ld seconds=%g "
                     "seconds_with_nested=%g flops=%g bytes=%g",
                     phase_name((enum phase)p), l, c->calls, phase_own(c),
                     c->seconds, c->flops, c->bytes);
            if (c->counted > 0)
                json_add(j, "counted=%g", c->counted);
            json_end(j);
        }
    json_end(j);
    write_launched(j);
}

static void write_run(struct json *j, const char *name, const struct timed_run *run,
                      int levels)
{
    if (!run->ran)
        return;
    json_object(j, name);
    json_add(j, "policy=%s solves=%d seconds=%g", run->policy.name, run->solves,
             run->seconds);
    write_outcome(j, &run->sum, &run->changes);
    if (run->undivided >= 0)
        json_add(j, "undivided_relative=%g", run->undivided);
    json_add(j, "error=%g", run->error);
    if (run->records > 0) { /* the checks of the timed solves */
        json_array(j, "checked");
        for (int k = 0; k < run->records; k++) {
            const struct solve_record *s = &run->record[k];
            json_object(j, NULL);
            json_add(j, "iterations=%d reported=%g residual=%g error=%g",
                     s->iterations, s->reported, s->solution.residual,
                     s->solution.error);
            json_end(j);
        }
        json_end(j);
    }
    json_object(j, "model_flops");
    json_add(j, "ortho=%g spmv=%g multigrid=%g update=%g total=%g",
             run->flops.ortho, run->flops.spmv, run->flops.multigrid,
             run->flops.update, run->flops.total);
    json_end(j);
    report_json_phases(j, run, levels);
    json_end(j);
}

static void write_kernels(struct json *j, const struct report *r)
{
    json_array(j, "kernels");
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < r->kernels; k++) {
            const struct kernel_time *t = &r->kernel[p][k];
            const double share =
                bandwidth_share(&r->bandwidth, t->bytes, t->seconds, 1, r->ranks);
            json_object(j, NULL);
            json_add(j, "kernel=%s policy=%s seconds=%g flops=%g bytes=%g", t->name,
                     t->policy, t->seconds, t->flops, t->bytes);
            if (share >= 0) /* else there is none */
                json_add(j, "share_of_read=%g", share);
            json_end(j);
        }
    json_end(j);
}

static void write_rating(struct json *j, const struct report *r)
{
    const struct validation *v = &r->validation;
    if (v->ran) {
        json_object(j, "validation");
        json_add(j, "type=%s ranks=%d tolerance=%g",
                 option_choice("validation_type", r->options->bench.validation),
                 v->ranks, v->tolerance);
        json_object(j, "double");
        write_outcome(j, &v->reference, NULL);
        json_end(j);
        json_object(j, "mixed");
        write_outcome(j, &v->policy, NULL);
        json_end(j);
        json_add(j, "ratio=%g", v->ratio);
        json_end(j);
    }
    json_object(j, "rating");
    json_truth(j, "valid", r->rated);
    json_add(j, "verdict=%s", report_verdict_word(r));
    json_truth(j, "official", r->rated && !r->unofficial.count);
    if (r->rated)
        json_add(j, "gflops=%g", r->rating);
    json_array(j, "reasons");
    for (int k = 0; k < r->invalid.count; k++)
        json_add(j, "%s", r->invalid.text[k]);
    for (int k = 0; k < r->unofficial.count; k++)
        json_add(j, "%s", r->unofficial.text[k]);
    json_end(j);
    json_end(j);
}

void report_json(const struct report *r, const char *path)
{
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    report_json_machine(&j, r);
    write_options(&j, r->options);
    write_sizes(&j, r);
    if (r->options->verb == VERB_SOLVE) {
        write_run(&j, "solve", &r->policy, r->levels);
    } else if (r->options->verb == VERB_KERNELS) {
        write_kernels(&j, r);
    } else {
        write_run(&j, "mixed", &r->policy, r->levels);
        write_run(&j, "double", &r->reference, r->levels);
        write_rating(&j, r);
    }
    json_end(&j);
    output_close(j.file, path);
}
