/* common/contract/dispatch.c - selects a kernel by the formats of its operands.
 *
 * The macros generate one function for each entry of CONTRACT_X (kernels.h). For
 * spmv it is
 *
 *   void spmv(const struct matrix *A, struct vector *x, struct vector *y)
 *   {
 *       of_pair(x->format, A->formats[x->format])->spmv(A, x, y);
 *   }
 *
 * where of_pair(F32, F16)->spmv is spmv_f32_f16, and likewise for all other pairs of
 * PAIRS_X (format.h). A pair that was not compiled (make PAIRS="...") ends the run.
 */
#include "error.h"
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

static const struct kernels *of_pair(enum format v, enum format s)
{
    if (!table[v][s].spmv)
        die("the kernels for vectors in %s and matrices in %s were not compiled: "
            "build with make PAIRS=\"... %s_%s\"",
            format_name(v), format_name(s), format_name(v), format_name(s));
    return &table[v][s];
}

#define FORWARD(V, S, result, name, parameters, arguments, first, second) \
    result name parameters                                                \
    {                                                                     \
        return of_pair(first, second)->name arguments;                    \
    }
CONTRACT_X(FORWARD, , )
