/* tests/checker/watched.h - the functions that watch the calls, and what they share. */
#ifndef CHECKER_WATCHED_H
#define CHECKER_WATCHED_H
#include "frame.h"
#include "kernels.h"

/* Declares __real_spmv(...), which calls the tree, and watch_spmv(frame, ...), which
 * calls it, checks the results and returns its result; likewise for all kernels. */
#define WITHOUT_PARENTHESES(...) __VA_ARGS__
#define DECLARE_BOTH(V, S, result, name, parameters, ...) \
    result __real_##name parameters;                      \
    result watch_##name(struct frame *f, WITHOUT_PARENTHESES parameters);
CONTRACT_X(DECLARE_BOTH, , )

/* The kernels by number. */
enum {
#define NUMBER(V, S, result, name, ...) N_##name,
    CONTRACT_X(NUMBER, , ) KERNEL_COUNT
};
extern const char *const kernel_names[KERNEL_COUNT];

/* With watch.bytes: keeps what the call has stated and counted. */
void watch_bytes_call(const struct frame *f);
#endif
