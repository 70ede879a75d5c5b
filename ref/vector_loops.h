/* ref/vector_loops.h - the loops over the entries of a vector: one entry at a time.
 *
 * opt replaces this file by loops over SIMD vectors, opt/gpu by the scalar ones
 * again.
 */
#ifndef MEMWALL_VECTOR_LOOPS_H
#define MEMWALL_VECTOR_LOOPS_H
#include <scalar_loops.h>
#endif
