/* common/solver/policy.c - the table of precision policies. */
#include "policy.h"
#include <stdio.h>
#include <string.h>

/* The policies double and mixed are those of the HPG-MxP papers. They have one format for
 * all multigrid levels. The variants, from the index POLICIES on, are those of Oo and Vogel:
 * as in their paper, levels are counted from the coarsest level 0, and the last column of mg
 * is the format of level 3 and of all finer levels. */
enum { NAMED_LEVELS = 4, POLICIES = 13 };
static const struct {
    const char *name;
    enum format inner, basis, mg[NAMED_LEVELS], matrix, mg_matrix, flexible;
} policies[] = {
    /* clang-format off */
#define ALL(f) {f, f, f, f}
    /*               inner basis  mg      matrix, in mg   flexible */
    {"double",         F64, F64,  ALL(F64),  F64,  F64,  NO_FORMAT},
    {"mixed",          F32, F32,  ALL(F32),  F32,  F32,  NO_FORMAT},
    {"matrix16",       F32, F32,  ALL(F32),  F16,  F16,  NO_FORMAT}, /* exact for 26 and -1 */
    {"matrix8",        F32, F32,  ALL(F32),  I8,   I8,   NO_FORMAT}, /* exact for 26 and -1 */
    {"mg8",            F32, F32,  ALL(F32),  F32,  I8,   NO_FORMAT}, /* for other matrices */
    {"basis16",        F32, F16,  ALL(F32),  F16,  F16,  NO_FORMAT},
    {"basis-int16",    F32, I16,  ALL(F32),  F16,  F16,  NO_FORMAT},
    {"mg16",           F32, F32,  ALL(F16),  F16,  F16,  NO_FORMAT},
    {"mg16-flexible",  F32, F32,  ALL(F16),  F16,  F16,  F16},
    {"half",           F32, F16,  ALL(F16),  F16,  F16,  NO_FORMAT},
    {"half-flexible",  F32, F16,  ALL(F16),  F16,  F16,  F16},
    {"int16-flexible", F32, I16,  ALL(F16),  F16,  F16,  I16},
    {"all16",          F16, F16,  ALL(F16),  F16,  F16,  NO_FORMAT},
#define VARIANT(name, ...) {name, F64, F64, {__VA_ARGS__}, F64, F64, NO_FORMAT}
    /*       level:   0    1    2   3, 4, ... */
    VARIANT("D_MG",   F64, F64, F64, F64),
    VARIANT("S_MG",   F32, F32, F32, F32),
    VARIANT("H_MG",   F16, F16, F16, F16),
    VARIANT("HSD_MG", F64, F64, F32, F16), /* f16 on the levels with most of the bytes */
    VARIANT("DSH_MG", F16, F16, F32, F64), /* f16 on the levels with few bytes */
}; /* clang-format on */
enum { ALL_NAMES = sizeof policies / sizeof *policies };

const char *policy_name(int k)
{
    return k < POLICIES ? policies[k].name : NULL;
}

/* Sets matrix[f] for all f to g, for f64 only if g is i8. */
static void set_matrix(enum format matrix[FORMATS], enum format g)
{
    for (int f = 0; f < FORMATS; f++)
        matrix[f] = f == F64 && g != I8 ? F64 : g;
}

/* Looks for the name among those with the numbers first .. last-1. */
static int find(const char *name, int first, int last, int levels, struct policy *p)
{
    while (first < last && strcmp(policies[first].name, name) != 0)
        first++;
    if (first == last)
        return 0;
    *p = (struct policy){.inner = policies[first].inner,
                         .basis = policies[first].basis,
                         .flexible = policies[first].flexible,
                         .rule = SCALE_BLOCKS};
    snprintf(p->name, sizeof p->name, "%s", name);
    for (int l = 0; l < MAX_LEVELS; l++) {
        const int from_coarsest = l < levels ? levels - 1 - l : 0;
        p->mg[l] =
            policies[first].mg[from_coarsest < NAMED_LEVELS ? from_coarsest
                                                            : NAMED_LEVELS - 1];
    }
    set_matrix(p->matrix, policies[first].matrix);
    set_matrix(p->mg_matrix, policies[first].mg_matrix);
    return 1;
}

int policy_find(const char *name, struct policy *p)
{
    return find(name, 0, POLICIES, HPGMXP_LEVELS, p);
}

int policy_find_variant(const char *name, int levels, struct policy *p)
{
    return find(name, POLICIES, ALL_NAMES, levels, p);
}

const char *policy_names(int variants)
{
    static char names[256];
    int used = 0;
    for (int k = variants ? POLICIES : 0; k < (variants ? ALL_NAMES : POLICIES);
         k++)
        used += snprintf(names + used, sizeof names - (size_t)used, "%s%s",
                         used ? ", " : "", policies[k].name);
    return names;
}

/* Reads one format from *text up to a comma or the end, and moves *text behind it.
 * Returns NO_FORMAT if the word is not the name of a format. */
static enum format next_word(const char **text)
{
    char word[16];
    size_t length = strcspn(*text, ",");
    snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), *text);
    *text += length + ((*text)[length] == ',' && (*text)[length + 1]);
    return format_find(word);
}

/* The integer formats of a basis and of a matrix. */
static const format_set of_basis = 1u << I32 | 1u << I16, of_matrix = 1u << I8;

/* Sets *f to the format that `text` names. Returns 0 if it names none, or an integer
 * format that is not in the set. */
static int parse_format(const char *text, format_set integers, enum format *f)
{
    *f = next_word(&text);
    return *f != NO_FORMAT && !*text &&
           (integers >> *f & 1 || !format_is_integer(*f));
}

/* Returns 1 if the flag of this part was given, and appends "part=value" to the name of
 * the policy, after a blank if there is a name. */
static int given(struct policy *p, const char *part, const char *value)
{
    const size_t length = strlen(p->name);
    if (!value || !*value)
        return 0;
    snprintf(p->name + length, sizeof p->name - length, "%s%s=%s",
             length ? " " : "", part, value);
    return 1;
}

/* Sets mg[] from a list of formats. Returns 0 if the list is not allowed. */
static int override_mg(struct policy *p, const char *text)
{
    enum format f = NO_FORMAT;
    for (int l = 0; l < MAX_LEVELS; l++) {
        if (*text && ((f = next_word(&text)) == NO_FORMAT || format_is_integer(f)))
            return 0;
        p->mg[l] = f;
    }
    return !*text;
}

const char *policy_override(struct policy *p, const struct policy_parts *parts)
{
    enum format f;
    if (given(p, "inner", parts->inner) &&
        !parse_format(parts->inner, 0, &p->inner))
        return parts->inner;
    if (given(p, "basis", parts->basis) &&
        !parse_format(parts->basis, of_basis, &p->basis))
        return parts->basis;
    if (given(p, "mg", parts->mg) && !override_mg(p, parts->mg))
        return parts->mg;
    if (given(p, "matrix", parts->matrix)) {
        if (!parse_format(parts->matrix, of_matrix, &f))
            return parts->matrix;
        set_matrix(p->matrix, f);
        set_matrix(p->mg_matrix, f);
    }
    if (given(p, "flexible", parts->flexible)) {
        p->flexible = NO_FORMAT;
        if (strcmp(parts->flexible, "off") != 0 &&
            !parse_format(parts->flexible, of_basis, &p->flexible))
            return parts->flexible;
    }
    return NULL;
}

const char *policy_extension(const struct policy *p)
{
    return p->flexible != NO_FORMAT ? "flexible GMRES (M^-1 q_k is stored)" : NULL;
}

enum format policy_format_q(const struct policy *p, int multigrid)
{
    const int direct = format_bytes(p->mg[0]) == 2 && p->inner == F32;
    return multigrid && direct ? p->mg[0] : p->inner;
}

enum format policy_format_z(const struct policy *p, int multigrid)
{
    const int integers = p->flexible != NO_FORMAT && format_is_integer(p->flexible);
    return integers ? p->inner : policy_format_q(p, multigrid);
}

/* Appends a blank and a pair to a list of pairs, unless it is there or its kernels are. */
static void append_missing(char *list, size_t size, int compiled, enum format real,
                           enum format store)
{
    char pair[16];
    snprintf(pair, sizeof pair, " %s_%s", format_name(real), format_name(store));
    const size_t used = strlen(list);
    if (!compiled && !strstr(list, pair))
        snprintf(list + used, size - used, "%s", pair);
}

const char *policy_not_compiled(const struct policy *p, int levels, int correct)
{
    static char list[256];
    const enum format in = p->inner;
    *list = '\0';
#define MATRIX_PAIR(v, s) \
    append_missing(list, sizeof list, format_matrix_pair(v, s), v, s)
#define VECTOR_PAIR(v, s) \
    append_missing(list, sizeof list, format_vector_pair(v, s), v, s)
    MATRIX_PAIR(F64, F64);
    for (int l = 0; l < levels; l++)
        MATRIX_PAIR(p->mg[l], correct ? p->mg[l] : p->mg_matrix[p->mg[l]]);
    if (correct) {
        MATRIX_PAIR(p->mg[0], F64);
    } else {
        if (levels == 0)
            MATRIX_PAIR(in, p->matrix[in]);
        VECTOR_PAIR(F64, p->basis);
        VECTOR_PAIR(in, p->basis);
        if (p->flexible != NO_FORMAT)
            VECTOR_PAIR(in, p->flexible);
    }
    return *list ? list + 1 : list;
}

void policy_needs(const struct policy *p, int levels, format_set need[])
{
    need[0] |= 1u << F64;                 /* residual b - A x (1.2) */
    need[0] |= 1u << p->matrix[p->inner]; /* SpMV within a cycle (1.3) */
    for (int l = 0; l < levels; l++)
        need[l] |= 1u << p->mg_matrix[p->mg[l]]; /* V-cycle */
}
