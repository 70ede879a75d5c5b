/* common/policy.c - policies by name and by part. */
#include "policy.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    enum format all;
} table[] = {{"double", F64}, {"mixed", F32}};

int policy_find(const char *name, struct policy *p)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strcmp(table[k].name, name) == 0) {
            snprintf(p->name, sizeof p->name, "%s", name);
            p->inner = p->basis = table[k].all;
            for (int l = 0; l < MAX_LEVELS; l++)
                p->mg[l] = table[k].all;
            return 1;
        }
    return 0;
}

const char *policy_names(void)
{
    return "double, mixed";
}

/* One format from text up to a comma; *text moves past it. FORMATS when unknown. */
static enum format next_format(const char **text, char word[16])
{
    size_t length = strcspn(*text, ",");
    snprintf(word, 16, "%.*s", (int)(length < 15 ? length : 15), *text);
    *text += length + ((*text)[length] == ',');
    return format_find(word);
}

static void add_to_name(struct policy *p, const char *part, const char *value)
{
    size_t length = strlen(p->name);
    snprintf(p->name + length, sizeof p->name - length, " %s=%s", part, value);
}

const char *policy_override(struct policy *p, const char *inner, const char *basis,
                            const char *mg)
{
    static char word[16];
    const char *text;
    if ((text = inner) && *text) {
        add_to_name(p, "inner", inner);
        if ((p->inner = next_format(&text, word)) == FORMATS || *text)
            return inner;
    }
    if ((text = basis) && *text) {
        add_to_name(p, "basis", basis);
        if ((p->basis = next_format(&text, word)) == FORMATS || *text)
            return basis;
    }
    if ((text = mg) && *text) {
        add_to_name(p, "mg", mg);
        enum format f = FORMATS;
        for (int l = 0; l < MAX_LEVELS; l++) {
            if (*text && (f = next_format(&text, word)) == FORMATS)
                return word;
            p->mg[l] = f;
        }
        if (*text)
            return mg;
    }
    return NULL;
}

void policy_needs(const struct policy *p, int levels, format_set need[])
{
    need[0] |= 1u << F64 | 1u << p->inner; /* outer residual, inner SpMV */
    for (int l = 0; l < levels; l++)
        need[l] |= 1u << p->mg[l];
}
