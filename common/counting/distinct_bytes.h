/* common/counting/distinct_bytes.h - the bytes that a launch touches, each counted once.
 *
 * One bit for each byte, for loads and stores apart, of the launch that is executed and of
 * the pass to which it may belong: traffic.h defines a pass, traffic_count.c decides.
 */
#ifndef MEMWALL_DISTINCT_BYTES_H
#define MEMWALL_DISTINCT_BYTES_H
#include "traffic.h"

enum access { LOADED, STORED, ACCESSES };

/* A launch begins: it has touched no byte yet. */
void distinct_begin(void);

/* The launch loads or stores the `bytes` bytes at p. */
void distinct_mark(const char *p, size_t bytes, enum access access);

/* Sets the members read, written and lines: of all that the launch has touched, and of what
 * the pass has not touched before. */
void distinct_of_launch(struct traffic *all, struct traffic *new);

/* After distinct_of_launch: adds the bytes of the launch to the current pass, or,
 * with 1, to a new pass. */
void distinct_join_pass(int new_pass);
#endif
