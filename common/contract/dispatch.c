/* common/contract/dispatch.c - selects a kernel by the formats of its operands.
 *
 * The macros generate one function for each entry of CONTRACT_X (kernel_list.h).
 * For spmv it is
 *
 *   void spmv(const struct matrix *A, struct vector *x, struct vector *y)
 *   {
 *       table[x->format][A->formats[x->format]].spmv(A, x, y);
 *       phase_flops(PHASE_SPMV, A->level, 2.0 * A->nonzeros);
 *   }
 *
 * where table[F32][F16].spmv is spmv_f32_f16, and likewise for all other pairs of
 * formats (format.h). A pair that was not compiled ends the run on all ranks,
 * which call a kernel together.
 */
#include "error.h"
#include "kernels.h"
#include "tree.h"

/* The functions of the contract for each pair of formats. */
static const struct {
#define MEMBER(V, S, result, name, parameters, ...) result(*name) parameters;
    CONTRACT_X(MEMBER, , )
} table[FORMATS][FORMATS] = {
#define ENTRY(V, S, result, name, ...) \
    [FORMAT_##V][FORMAT_##S].name = name##_##V##_##S,
#define MATRIX_PAIR(V, S) MATRIX_FUNCTIONS_X(ENTRY, V, S)
#define VECTOR_PAIR(V, S) VECTOR_FUNCTIONS_X(ENTRY, V, S)
    MATRIX_PAIRS_X(MATRIX_PAIR) VECTOR_PAIRS_X(VECTOR_PAIR)};

static void not_compiled(const char *name, enum format real, enum format store)
{
    fail_all(EXIT_USAGE,
             "%s: this program has no kernel for the formats %s (vectors) and %s; "
             "build it with make TREE=%s FORMATS=%s_%s",
             name, format_name(real), format_name(store), tree_name,
             format_name(real), format_name(store));
}

/* A function forwards its call, then adds the flops to the phases of the call. */
#define CALL_void(call)   call
#define CALL_double(call) const double value = call
#define RETURN_void       return
#define RETURN_double     return value

#define FORWARD(V, S, result, name, parameters, arguments, first, second, flops) \
    result name parameters                                                       \
    {                                                                            \
        if (!table[first][second].name)                                          \
            not_compiled(#name, first, second);                                  \
        CALL_##result(table[first][second].name arguments);                      \
        flops;                                                                   \
        RETURN_##result;                                                         \
    }
CONTRACT_X(FORWARD, , )
