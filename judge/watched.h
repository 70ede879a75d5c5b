/* judge/watched.h - what the functions that receive the calls have in common. */
#ifndef JUDGE_WATCHED_H
#define JUDGE_WATCHED_H
#include "inspect.h"
#include "kernels.h"

/* Declares __real_spmv(...) and __wrap_spmv(...), and numbers the kernels. */
#define DECLARE_BOTH(V, S, result, name, parameters, ...) \
    result __real_##name parameters;                      \
    result __wrap_##name parameters;
CONTRACT_X(DECLARE_BOTH, , )
enum {
#define NUMBER(V, S, result, name, ...) N_##name,
    CONTRACT_X(NUMBER, , ) KERNEL_COUNT
};

/* Begins the call of a kernel: declares the frame f. */
#define BEGIN(name, A, v, s) struct frame f = frame_begin(N_##name, #name, A, v, s)

/* Ends it: adds its time and bytes to the sums. */
void watched_finish(struct frame *f);

/* Bytes of a share of the values of A in format s, and of `vectors` vectors. */
double watched_bytes(const struct matrix *A, double share, enum format s,
                     double vectors, enum format v);

/* Compares the norm that a kernel returned with that of the vector r. */
void watched_norm(struct frame *f, double got, const struct vector *r);
#endif
