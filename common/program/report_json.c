/* common/program/report_json.c - writes the JSON document of a run. */
#include "flags.h"
#include "output.h"
#include "report.h"
#include "traffic.h"
#include "tree.h"
#include "tree_defaults.h"
#include <time.h>

void report_json_machine(struct json *j, const struct report *r)
{
    char date[32];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    json_object(j, "machine");
    json_text(j, "host", machine_host());
    json_text(j, "processor", machine_processor());
    json_text(j, "mpi", machine_mpi());
    json_text(j, "compiler", machine_compiler());
    json_text(j, "vectors", machine_vectors());
    json_text(j, "commit", machine_commit());
    json_text(j, "date", date);
    json_integer(j, "ranks", r->ranks);
    json_integer(j, "nodes", r->nodes);
    json_integer(j, "threads", r->threads);
    json_text(j, "backend", r->device.backend);
    if (*r->device.name) {
        json_text(j, "device", r->device.name);
        json_integer(j, "device_number", r->device.number);
        json_integer(j, "ranks_on_device", r->device.sharing);
        json_number(j, "device_memory_bytes", r->device.memory);
        json_number(j, "device_peak_bytes", (double)device_peak());
    }
    if (r->bandwidth.read > 0) {
        json_number(j, "copy_bytes_per_second", r->bandwidth.copy);
        json_number(j, "read_bytes_per_second", r->bandwidth.read);
        json_number(j, "triad_bytes_per_second", r->bandwidth.triad);
        json_integer(j, "bandwidth_array_bytes", (long long)r->bandwidth.bytes);
        json_integer(j, "bandwidth_measurements", r->bandwidth.measurements);
        json_number(j, "least_read_bytes_per_second", r->bandwidth.least_read);
        json_number(j, "cache_bytes_per_rank", r->bandwidth.cache);
    }
    json_end_object(j);
}

static void write_options(struct json *j, const struct options *o)
{
    json_object(j, "options");
    json_text(j, "tree", tree_name);
    if (tree_extension())
        json_text(j, "extension", tree_extension());
    json_text(j, "verb", verb_name(o->verb));
    json_words(j, "arguments", o->arguments);
    json_text(j, "policy", o->policy.name);
    json_text(j, "inner", format_name(o->policy.inner));
    json_text(j, "basis", format_name(o->policy.basis));
    json_array(j, "mg");
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        json_text(j, NULL, format_name(o->policy.mg[l]));
    json_end_array(j);
    if (*o->solve.input) {
        json_text(j, "input", o->solve.input);
        json_text(j, "rhs", o->solve.rhs);
    } else {
        json_text(j, "problem", option_choice("problem", o->problem));
        json_text(j, "order", option_choice("order", o->order));
    }
    if (o->verb == VERB_SOLVE) {
        json_text(j, "preconditioner",
                  option_choice("preconditioner", o->solve.preconditioner));
        json_text(j, "orthogonalization",
                  option_choice("orthogonalization", o->solve.orthogonalization));
        json_number(j, "eta", o->solve.eta);
        json_text(j, "restart_ratio", o->solve.restart_ratio);
    }
    json_integer(j, "restart", o->restart);
    json_integer(j, "iterations", o->limit);
    json_number(j, "seconds", o->bench.seconds);
    json_end_object(j);
}

static void write_three(struct json *j, const char *name, const int n[3])
{
    json_array(j, name);
    for (int d = 0; d < 3; d++)
        json_integer(j, NULL, n[d]);
    json_end_array(j);
}

static void write_sizes(struct json *j, const struct report *r)
{
    const struct grid *g = &r->level[0].grid;
    json_object(j, "sizes");
    write_three(j, "local", g->n);
    write_three(j, "processes", g->p);
    json_array(j, "levels");
    for (int l = 0; l < r->levels; l++) {
        json_object(j, NULL);
        json_integer(j, "rows", r->level[l].A.global_rows);
        json_integer(j, "nonzeros", r->level[l].A.global_nonzeros);
        json_integer(j, "colors", r->level[l].A.colors.count);
        json_text(j, "layout", r->layout_text[l]);
        json_end_object(j);
    }
    json_end_array(j);
    if (r->rounding.rows > 0) {
        json_object(j, "rows_in_i8");
        json_number(j, "rows", r->rounding.rows);
        json_number(j, "exact", r->rounding.exact);
        json_number(j, "largest_error", r->rounding.error);
        json_end_object(j);
    }
    json_end_object(j);
    json_object(j, "setup_seconds");
    json_number(j, "all", r->setup);
    json_number(j, "matrix", r->generate);
    json_number(j, "halo", r->halo);
    json_number(j, "order", r->order);
    json_number(j, "layout", r->layout);
    json_end_object(j);
    json_object(j, "memory");
    json_number(j, "model_bytes", (double)r->memory.total);
    json_number(j, "peak_bytes", r->peak_resident);
    json_number(j, "peak_allocated_bytes", r->peak_allocated);
    json_number(j, "program_bytes", (double)r->memory.resident);
    json_number(j, "hierarchy_bytes", (double)r->memory.hierarchy);
    json_number(j, "solver_bytes", (double)r->memory.solver);
    json_end_object(j);
}

static void write_outcome(struct json *j, const struct outcome *o)
{
    json_text(j, "reason", reason_name(o->reason));
    if (o->location)
        json_text(j, "location", o->location);
    json_integer(j, "iterations", o->iterations);
    json_integer(j, "cycles", o->cycles);
    json_number(j, "initial", o->initial);
    json_number(j, "final", o->final);
    json_number(j, "relative", outcome_relative(o));
    if (o->classical)
        json_text(j, "classical_instead_of_rgs", o->classical);
    json_array(j, "continued");
    for (int k = 0; k < o->continuations; k++) {
        json_object(j, NULL);
        json_integer(j, "iteration", o->continued[k].iteration);
        json_text(j, "basis", format_name(o->continued[k].basis));
        json_integer(j, "published_rules", o->continued[k].published);
        json_text(j, "reason", reason_name(o->continued[k].reason));
        json_end_object(j);
    }
    json_end_array(j);
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
        json_object(j, NULL);
        json_text(j, "kernel", k->name);
        json_text(j, "formats", k->formats);
        json_text(j, "phase", phase_name((enum phase)k->phase));
        json_integer(j, "level", k->level);
        json_number(j, "launches", k->sum.launches);
        json_number(j, "passes", k->sum.passes);
        json_number(j, "loads", k->sum.loads);
        json_number(j, "stores", k->sum.stores);
        json_number(j, "read", k->sum.read);
        json_number(j, "written", k->sum.written);
        json_number(j, "lines", k->sum.lines);
        json_number(j, "misses", k->sum.misses);
        json_number(j, "requests_32", k->sum.requests_32);
        json_number(j, "sectors_32", k->sum.sectors_32);
        json_number(j, "requests_64", k->sum.requests_64);
        json_number(j, "sectors_64", k->sum.sectors_64);
        json_end_object(j);
    }
    json_end_array(j);
}

void report_json_phases(struct json *j, const struct timed_run *run, int levels)
{
    json_object(j, "device_counts");
    json_integer(j, "kernel_launches", run->used.kernels);
    json_integer(j, "copies", run->used.copies);
    json_number(j, "copied_bytes", run->used.copied);
    json_integer(j, "host_waits", run->used.waits);
    json_integer(j, "events", run->used.events);
    json_end_object(j);
    json_integer(j, "phase_sample_iterations", run->sample);
    json_array(j, "phases");
    for (int p = 0; p < PHASES; p++)
        for (int l = 0; l < levels; l++) {
            const struct phase_cell *c = &run->phases.cell[p][l];
            if (c->calls == 0)
                continue;
            json_object(j, NULL);
            json_text(j, "phase", phase_name((enum phase)p));
            json_integer(j, "level", l);
            json_integer(j, "calls", c->calls);
            json_number(j, "seconds", phase_own(c));
            json_number(j, "seconds_with_nested", c->seconds);
            json_number(j, "flops", c->flops);
            json_number(j, "bytes", c->bytes);
            if (c->counted > 0)
                json_number(j, "counted", c->counted);
            json_end_object(j);
        }
    json_end_array(j);
    write_launched(j);
}

/* The checks of the timed solves (bench_check.h). */
static void write_checks(struct json *j, const struct timed_run *run)
{
    if (run->records == 0)
        return;
    json_array(j, "checked");
    for (int k = 0; k < run->records; k++) {
        const struct solve_record *s = &run->record[k];
        json_object(j, NULL);
        json_integer(j, "iterations", s->iterations);
        json_number(j, "reported", s->reported);
        json_number(j, "residual", s->solution.residual);
        json_number(j, "error", s->solution.error);
        json_number(j, "history_difference", s->difference);
        json_end_object(j);
    }
    json_end_array(j);
}

static void write_run(struct json *j, const char *name, const struct timed_run *run,
                      int levels)
{
    if (!run->ran)
        return;
    json_object(j, name);
    json_text(j, "policy", run->policy.name);
    json_integer(j, "solves", run->solves);
    json_number(j, "seconds", run->seconds);
    write_outcome(j, &run->sum);
    json_number(j, "error", run->error);
    write_checks(j, run);
    json_object(j, "model_flops");
    json_number(j, "ortho", run->flops.ortho);
    json_number(j, "spmv", run->flops.spmv);
    json_number(j, "multigrid", run->flops.multigrid);
    json_number(j, "update", run->flops.update);
    json_number(j, "total", run->flops.total);
    json_end_object(j);
    report_json_phases(j, run, levels);
    json_end_object(j);
}

static void write_kernels(struct json *j, const struct report *r)
{
    json_array(j, "kernels");
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < r->kernels; k++) {
            const struct kernel_time *t = &r->kernel[p][k];
            json_object(j, NULL);
            json_text(j, "kernel", t->name);
            json_text(j, "policy", t->policy);
            json_number(j, "seconds", t->seconds);
            json_number(j, "flops", t->flops);
            json_number(j, "bytes", t->bytes);
            const double share =
                bandwidth_share(&r->bandwidth, t->bytes, t->seconds, 1, r->ranks);
            if (share >= 0) /* else there is none */
                json_number(j, "share_of_read", share);
            json_end_object(j);
        }
    json_end_array(j);
}

static void write_rating(struct json *j, const struct report *r)
{
    const struct validation *v = &r->validation;
    if (v->ran) {
        json_object(j, "validation");
        json_text(j, "type",
                  option_choice("validation_type", r->options->bench.validation));
        json_integer(j, "ranks", v->ranks);
        json_number(j, "tolerance", v->tolerance);
        json_object(j, "double");
        write_outcome(j, &v->reference);
        json_end_object(j);
        json_object(j, "mixed");
        write_outcome(j, &v->policy);
        json_end_object(j);
        json_number(j, "ratio", v->ratio);
        json_end_object(j);
    }
    json_object(j, "rating");
    json_truth(j, "valid", r->rated && !r->invalid);
    json_text(j, "verdict", report_verdict_word(r));
    json_truth(j, "official", r->rated && !r->invalid && !r->unofficial);
    if (r->rated && !r->invalid)
        json_number(j, "gflops", r->rating);
    json_array(j, "reasons");
    for (int k = 0; k < r->invalid; k++)
        json_text(j, NULL, r->invalid_reason[k]);
    for (int k = 0; k < r->unofficial; k++)
        json_text(j, NULL, r->unofficial_reason[k]);
    json_end_array(j);
    json_end_object(j);
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
    json_end_object(&j);
    output_close(j.file, path);
}
