/* common/hpgmxp/report_json.c - writes the JSON file of the benchmark. */
#include "report.h"

static void write_options(struct json *j, const struct bench *b)
{
    const struct bench_options *o = b->options;
    policy_json(j, &b->policies[1].gmres);
    problem_json(j, &o->problem, &b->policies[1]);
    json_add(j, "restart=%d iterations=%d seconds=%g", o->gmres.restart, o->limit,
             o->problem.seconds);
    json_end(j);
}

/* The checks of the timed solves. */
static void write_checked(struct json *j, const struct timed_solves *t)
{
    json_array(j, "checked");
    for (int k = 0; k < t->records; k++) {
        const struct solve_record *s = &t->record[k];
        json_object(j, NULL);
        json_add(j, "iterations=%d reported=%g residual=%g error=%g", s->iterations,
                 s->reported, s->solution.residual, s->solution.error);
        json_end(j);
    }
    json_end(j);
}

static void write_phase(struct json *j, const char *name,
                        const struct timed_solves *t)
{
    if (!t->ran)
        return;
    json_object(j, name);
    json_add(j, "policy=%s solves=%d seconds=%g", t->policy, t->timing.solves,
             t->timing.seconds);
    outcome_json(j, &t->sum);
    json_add(j, "error=%g", t->error);
    if (t->records > 0)
        write_checked(j, t);
    model_flops_json(j, &t->flops);
    timing_json(j, &t->timing, HPGMXP_LEVELS);
    json_end(j);
}

static void write_validation(struct json *j, const struct bench *b)
{
    const struct validation *v = &b->validation;
    json_object(j, "validation");
    json_add(j, "type=%s ranks=%d tolerance=%g",
             option_choice(bench_table, "validation_type", b->options->validation),
             v->ranks, v->tolerance);
    for (int k = 0; k < 2; k++) {
        json_object(j, k ? "mixed" : "double");
        outcome_json(j, &v->outcome[k]);
        json_end(j);
    }
    json_add(j, "ratio=%g", v->ratio);
    json_end(j);
}

static void write_rating(struct json *j, const struct bench *b)
{
    json_object(j, "rating");
    json_truth(j, "valid", b->rated);
    json_add(j, "verdict=%s", report_verdict_word(b));
    json_truth(j, "official", b->rated && !b->unofficial.count);
    if (b->rated)
        json_add(j, "gflops=%g", b->rating);
    json_array(j, "reasons");
    for (int k = 0; k < b->invalid.count; k++)
        json_add(j, "%s", b->invalid.text[k]);
    for (int k = 0; k < b->unofficial.count; k++)
        json_add(j, "%s", b->unofficial.text[k]);
    json_end(j);
    json_end(j);
}

void report_json(const struct bench *b)
{
    struct json j = run_json_begin(b->run, &b->bandwidth);
    write_options(&j, b);
    problem_json_sizes(&j, &b->grid, &b->setup);
    setup_json_times(&j, &b->setup);
    run_json_memory(&j, b->run);
    write_phase(&j, "mixed", &b->mixed);
    write_phase(&j, "double", &b->in_double);
    if (b->validation.ran)
        write_validation(&j, b);
    write_rating(&j, b);
    run_json_end(&j, b->run);
}
