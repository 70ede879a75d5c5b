/* common/contract/dispatch.c - selects a kernel by the formats of its operands.
 *
 * The macros generate one function for each entry of CONTRACT_X (kernels.h). For
 * spmv it is
 *
 *   void spmv(const struct matrix *A, struct vector *x, struct vector *y)
 *   {
 *       table[x->format][A->formats[x->format]].spmv(A, x, y);
 *   }
 *
 * where table[F32][F16].spmv is spmv_f32_f16, and likewise for all other pairs of
 * PAIRS_X (format.h). The entries of pairs that are not compiled are NULL; callers
 * must not use such a pair.
 */
#include "kernels.h"

/* The functions of the contract for one pair of formats. */
struct kernels {
#define MEMBER(V, S, result, name, parameters, ...) result(*name) parameters;
    CONTRACT_X(MEMBER, , )
};

static const struct kernels table[FORMATS][FORMATS] = {
#define ENTRY(V, S, result, name, ...) .name = name##_##V##_##S,
#define PAIR(V, S)                     [FORMAT_##V][FORMAT_##S] = {CONTRACT_X(ENTRY, V, S)},
    PAIRS_X(PAIR)};

#define FORWARD(V, S, result, name, parameters, arguments, first, second) \
    result name parameters                                                \
    {                                                                     \
        return table[first][second].name arguments;                       \
    }
CONTRACT_X(FORWARD, , )
