/* common/krylov/gmres_options.c - the table of options, and their policy (gmres_options.h). */
#include "gmres_options.h"
#include "sizes.h"

/* clang-format off */
#define AT(member) offsetof(struct gmres_options, member)
const struct option gmres_table[] = {
    {"policy", TEXT, AT(policy), 0, 0, "NAME", "mixed",
     "name of a set of formats; an unknown name prints the list of names"},
    {"inner", TEXT, AT(inner), 0, 0, "FORMAT", "",
     "format of the Krylov vectors and of SpMV"},
    {"basis", TEXT, AT(basis), 0, 0, "FORMAT", "",
     "format in which the Krylov basis is stored"},
    {"matrix", TEXT, AT(matrix), 0, 0, "FORMAT", "",
     "format of the matrix that multiplies vectors in f32 or f16; i8: of\n"
     "that which multiplies any vectors, except for the residual b - A x"},
    {"flexible", TEXT, AT(flexible), 0, 0, "FORMAT|off", "",
     "store the vectors M^-1 q_k in this format and compute the update of x from\n"
     "them (flexible GMRES, an extension of the rules)"},
    {"basis-scale", WORD, AT(basis_scale), 0, 0, "blocks|vector", "blocks",
     "integer basis: one scale per 256 entries, or one per vector"},
    {"restart", WHOLE, AT(restart), 1, MAX_RESTART, "M", "30",
     "iterations of a GMRES cycle"},
    {0}};
/* clang-format on */

struct policy gmres_options_policy(const struct gmres_options *o)
{
    struct policy p;
    if (!policy_find(o->policy, &p))
        fail_all(EXIT_USAGE, "--policy=%s: unknown name; one of %s is needed",
                 o->policy, policy_names());
    const struct policy_parts parts = {o->inner, o->basis, o->matrix, o->flexible};
    const char *bad = policy_override(&p, &parts);
    p.rule = (enum scale_rule)o->basis_scale;
    if (bad)
        fail_all(
            EXIT_USAGE,
            "%s: unknown format; f64, f32, f16 are allowed, for --matrix "
            "also i8, for --basis and --flexible also i32, i16, and for --flexible "
            "also off",
            bad);
    const int integers =
        format_is_integer(p.basis) ||
        (p.flexible != NO_FORMAT && format_is_integer(p.flexible));
    if (p.inner == F16 && integers)
        fail_all(EXIT_USAGE,
                 "--inner=%s: with --basis or --flexible in i32 or i16 the inner "
                 "format must be f64 or f32",
                 format_name(p.inner));
    return p;
}
