/* tests/unit/pairs.h - the kernels of every pair of formats, and the roundoffs of a
 * pair. */
#ifndef MEMWALL_PAIRS_H
#define MEMWALL_PAIRS_H
#include "numbers.h"

struct contract {
#define MEMBER(V, S, result, name, parameters, ...) result(*name) parameters;
    CONTRACT_X(MEMBER, , )
};

struct pair {
    enum format v, s;
    const char *name;
    struct contract kernel; /* NULL: not compiled for this pair */
};
#define ENTRY(V, S, result, name, ...) .name = name##_##V##_##S,
#define PAIR(V, S, FUNCTIONS_X) \
    {FORMAT_##V, FORMAT_##S, #V "," #S, {FUNCTIONS_X(ENTRY, V, S)}},

/* The pairs with kernels of matrices, and those with kernels of vectors. */
#define MATRIX_PAIR(V, S) PAIR(V, S, MATRIX_FUNCTIONS_X)
#define VECTOR_PAIR(V, S) PAIR(V, S, VECTOR_FUNCTIONS_X)
static const struct pair pairs[] = {MATRIX_PAIRS_X(MATRIX_PAIR)};
static const struct pair vector_pairs[] = {VECTOR_PAIRS_X(VECTOR_PAIR)};
enum {
    PAIRS = sizeof pairs / sizeof *pairs,
    VECTOR_PAIRS = sizeof vector_pairs / sizeof *vector_pairs
};

/* The unit roundoffs of the arithmetic, and of a result in the first format. */
static inline double u_acc(const struct pair *P)
{
    return P->v == F64 || P->s == F64 ? 0x1p-53 : 0x1p-24;
}

static inline double u_v(const struct pair *P)
{
    return larger(format_roundoff(P->v), u_acc(P));
}
#endif
