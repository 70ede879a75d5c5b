/* common/krylov/policy.c - the table of precision policies, and the options of GMRES. */
#include "policy.h"
#include "sizes.h"
#include <stdio.h>
#include <string.h>

/* The policies double and mixed come from the HPG-MxP papers. */
static const struct {
    const char *name;
    enum format inner, basis, matrix, precond_matrix, levels;
} policies[] = {
    /* clang-format off */
    /*              inner basis A   in M levels */
    {"double",       F64, F64, F64, F64, F64},
    {"mixed",        F32, F32, F32, F32, F32},
    {"matrix16",     F32, F32, F16, F16, F32}, /* exact for 26 and -1 */
    {"matrix8",      F32, F32, I8,  I8,  F32}, /* exact for 26 and -1 */
    {"mg8",          F32, F32, F32, I8,  F32}, /* for other matrices */
    {"basis16",      F32, F16, F16, F16, F32},
    {"basis-int16",  F32, I16, F16, F16, F32},
    {"mg16",         F32, F32, F16, F16, F16},
    {"half",         F32, F16, F16, F16, F16},
    {"all16",        F16, F16, F16, F16, F16},
}; /* clang-format on */
enum { POLICIES = sizeof policies / sizeof *policies };

/* Sets matrix[f] for all f to g, for f64 only if g is i8. */
static void set_matrix(enum format matrix[FORMATS], enum format g)
{
    for (int f = 0; f < FORMATS; f++)
        matrix[f] = f == F64 && g != I8 ? F64 : g;
}

int policy_find(const char *name, struct policy *p)
{
    int k = 0;
    while (k < POLICIES && strcmp(policies[k].name, name) != 0)
        k++;
    if (k == POLICIES)
        return 0;
    *p = (struct policy){.inner = policies[k].inner,
                         .basis = policies[k].basis,
                         .levels = policies[k].levels,
                         .rule = SCALE_BLOCKS};
    snprintf(p->name, sizeof p->name, "%s", name);
    set_matrix(p->matrix, policies[k].matrix);
    set_matrix(p->precond_matrix, policies[k].precond_matrix);
    return 1;
}

/* "double, mixed, ..." */
static const char *policy_names(void)
{
    static char names[1024];
    *names = 0;
    for (int k = 0; k < POLICIES; k++)
        option_append(names, sizeof names, ", ", policies[k].name);
    return names;
}

/* The integer formats of a basis and of a matrix. */
static const format_set of_basis = 1u << I32 | 1u << I16, of_matrix = 1u << I8;

/* Sets *f to the format that `text` names. Returns 0 if it names none, or an integer
 * format that is not in the set. */
static int parse_format(const char *text, format_set integers, enum format *f)
{
    *f = format_find(text);
    return *f != NO_FORMAT && (integers >> *f & 1 || !format_is_integer(*f));
}

int policy_given(struct policy *p, const char *part, const char *value)
{
    const size_t length = strlen(p->name);
    if (!*value)
        return 0;
    snprintf(p->name + length, sizeof p->name - length, " %s=%s", part, value);
    return 1;
}

const char *policy_override(struct policy *p, const struct gmres_options *o)
{
    enum format f;
    if (policy_given(p, "inner", o->inner) && !parse_format(o->inner, 0, &p->inner))
        return o->inner;
    if (policy_given(p, "basis", o->basis) &&
        !parse_format(o->basis, of_basis, &p->basis))
        return o->basis;
    if (policy_given(p, "matrix", o->matrix)) {
        if (!parse_format(o->matrix, of_matrix, &f))
            return o->matrix;
        set_matrix(p->matrix, f);
        set_matrix(p->precond_matrix, f);
    }
    return NULL;
}

void policy_pairs(const struct policy *p, enum format z, struct missing_pairs *list)
{
    missing_matrix_pair(list, F64, F64);
    missing_matrix_pair(list, z, p->matrix[z]);
    missing_vector_pair(list, F64, p->basis);
    missing_vector_pair(list, p->inner, p->basis);
}

format_set policy_needs(const struct policy *p)
{
    return 1u << F64                    /* residual b - A x (1.2) */
           | 1u << p->matrix[p->inner]; /* SpMV within a cycle (1.3) */
}

void policy_json(struct json *j, const struct policy *p)
{
    json_add(j, "policy=%s inner=%s basis=%s", p->name, format_name(p->inner),
             format_name(p->basis));
}

/* ---- The options of GMRES ---- */

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
    const char *bad = policy_override(&p, o);
    p.rule = (enum scale_rule)o->basis_scale;
    if (bad)
        fail_all(EXIT_USAGE,
                 "%s: unknown format; f64, f32, f16 are allowed, for --matrix "
                 "also i8, for --basis also i32 and i16",
                 bad);
    if (p.inner == F16 && format_is_integer(p.basis))
        fail_all(EXIT_USAGE,
                 "--inner=%s: with --basis in i32 or i16 the inner "
                 "format must be f64 or f32",
                 format_name(p.inner));
    return p;
}
