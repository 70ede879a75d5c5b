/* common/krylov/gmres_options.h - the options of GMRES: its formats and its cycle. */
#ifndef MEMWALL_GMRES_OPTIONS_H
#define MEMWALL_GMRES_OPTIONS_H
#include "option.h"
#include "policy.h"

/* Formats as text: `policy` is the name of a policy, the other texts replace parts of it. */
struct gmres_options {
    char policy[TEXT_LENGTH], inner[TEXT_LENGTH], basis[TEXT_LENGTH];
    char matrix[TEXT_LENGTH], flexible[TEXT_LENGTH];
    int basis_scale; /* enum scale_rule */
    int restart;     /* iterations of a cycle */
};
extern const struct option gmres_table[];
#define GMRES_HEADING \
    "GMRES (FORMAT: f64, f32, f16; i8: matrix; i32, i16: basis, flexible)"

/* The policy that the options describe. One that is not allowed ends the run. */
struct policy gmres_options_policy(const struct gmres_options *o);
#endif
