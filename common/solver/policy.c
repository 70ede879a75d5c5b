/* common/solver/policy.c - policies by name and by part. */
#include "policy.h"
#include <stdio.h>
#include <string.h>

/* update FORMATS: not flexible. The paper's are double and mixed. */
static const struct {
    const char *name;
    enum format inner, basis, mg, matrix, update;
} table[] = {
    /*                 inner basis mg    matrix update                                   */
    {"double", F64, F64, F64, F64, FORMATS},      {"mixed", F32, F32, F32, F32, FORMATS},
    {"matrix16", F32, F32, F32, F16, FORMATS},    /* exact for 26 and -1 */
    {"basis16", F32, F16, F32, F16, FORMATS},     /* the basis in 16 bits */
    {"basis-int16", F32, I16, F32, F16, FORMATS}, /* the basis in scaled integers */
    {"mg16", F32, F32, F16, F16, FORMATS},        /* multigrid in 16 bits */
    {"mg16-flexible", F32, F32, F16, F16, F16},   /* the same, M^-1 q_k stored */
    {"half", F32, F16, F16, F16, FORMATS},        /* basis and multigrid */
    {"half-flexible", F32, F16, F16, F16, F16},   /* the same, M^-1 q_k stored */
    {"int16-flexible", F32, I16, F16, F16, I16},  /* integers instead */
    {"bf16", F32, BF16, BF16, BF16, FORMATS},     /* the other 16 bits */
    {"all16", F16, F16, F16, F16, FORMATS},       /* Krylov vectors in flight as well */
};
enum { POLICIES = sizeof table / sizeof *table };

int policy_count(void)
{
    return POLICIES;
}

const char *policy_name(int k)
{
    return k < POLICIES ? table[k].name : NULL;
}

int policy_find(const char *name, struct policy *p)
{
    for (int k = 0; k < POLICIES; k++) {
        if (strcmp(table[k].name, name) != 0)
            continue;
        *p = (struct policy){.inner = table[k].inner,
                             .basis = table[k].basis,
                             .update = table[k].update,
                             .rule = SCALE_BLOCKS};
        snprintf(p->name, sizeof p->name, "%s", name);
        for (int l = 0; l < MAX_LEVELS; l++)
            p->mg[l] = table[k].mg;
        for (int f = 0; f < FORMATS; f++)
            p->matrix[f] = f == F64 ? F64 : table[k].matrix;
        return 1;
    }
    return 0;
}

const char *policy_names(void)
{
    static char names[256];
    if (!*names)
        for (int k = 0; k < POLICIES; k++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", k ? ", " : "",
                     table[k].name);
        }
    return names;
}

/* One format from text up to a comma; *text moves past it. FORMATS when unknown. */
static enum format next_format(const char **text)
{
    char word[16];
    size_t length = strcspn(*text, ",");
    snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), *text);
    *text += length + ((*text)[length] == ',' && (*text)[length + 1]);
    return format_find(word);
}

/* One format that may (integers = 1) or may not be an integer; 0 when text is not one. */
static int one_format(const char *text, int integers, enum format *f)
{
    *f = next_format(&text);
    return *f != FORMATS && !*text && (integers || !format_is_integer(*f));
}

static void add_to_name(struct policy *p, const char *part, const char *value)
{
    size_t length = strlen(p->name);
    snprintf(p->name + length, sizeof p->name - length, " %s=%s", part, value);
}

static int override_mg(struct policy *p, const char *text)
{
    enum format f = FORMATS;
    for (int l = 0; l < MAX_LEVELS; l++) {
        if (*text && ((f = next_format(&text)) == FORMATS || format_is_integer(f)))
            return 0;
        p->mg[l] = f;
    }
    return !*text;
}

const char *policy_override(struct policy *p, const struct policy_parts *parts)
{
    enum format f;
    if (parts->inner && *parts->inner) {
        add_to_name(p, "inner", parts->inner);
        if (!one_format(parts->inner, 0, &p->inner))
            return parts->inner;
    }
    if (parts->basis && *parts->basis) {
        add_to_name(p, "basis", parts->basis);
        if (!one_format(parts->basis, 1, &p->basis))
            return parts->basis;
    }
    if (parts->mg && *parts->mg) {
        add_to_name(p, "mg", parts->mg);
        if (!override_mg(p, parts->mg))
            return parts->mg;
    }
    if (parts->matrix && *parts->matrix) {
        add_to_name(p, "matrix", parts->matrix);
        if (!one_format(parts->matrix, 0, &f))
            return parts->matrix;
        for (int v = 0; v < FORMATS; v++)
            p->matrix[v] = v == F64 ? F64 : f;
    }
    if (parts->flexible && *parts->flexible) {
        add_to_name(p, "flexible", parts->flexible);
        p->update = FORMATS;
        if (strcmp(parts->flexible, "off") != 0 &&
            !one_format(parts->flexible, 1, &p->update))
            return parts->flexible;
    }
    return NULL;
}

const char *policy_extension(const struct policy *p)
{
    return p->update != FORMATS ? "flexible GMRES (M^-1 q_k is stored)" : NULL;
}

void policy_needs(const struct policy *p, int levels, format_set need[])
{
    need[0] |= 1u << F64 | 1u << p->matrix[p->inner]; /* outer residual, inner SpMV */
    for (int l = 0; l < levels; l++)
        need[l] |= 1u << p->matrix[p->mg[l]];
}
