/* common/measure/phase.h - where the time goes: one cell per phase and multigrid level.
 *
 * A kernel's public function opens its phase and closes it with the flops and bytes it
 * has moved; nothing is divided here. Phases nest (a halo exchange inside a sweep):
 * `seconds` is all the time between begin and end, `nested` what of it went to phases
 * inside. Bytes are those of the layout really stored, counted as if each array were
 * read or written once per kernel and vectors were cached within it. With --trace each
 * phase is an event as well (trace.h), and with PROFILE=1 a range (ranges.h).
 */
#ifndef MEMWALL_PHASE_H
#define MEMWALL_PHASE_H
#include "sizes.h"

enum phase {
    PHASE_SPMV,
    PHASE_RESIDUAL,
    PHASE_SWEEP_ZERO,
    PHASE_SWEEP,
    PHASE_RESTRICT,
    PHASE_PROLONG,
    PHASE_COARSE, /* a part of a V-cycle that is launched as one (graph.h) */
    PHASE_CORRECT,
    PHASE_ORTHO,
    PHASE_UPDATE,
    PHASE_HALO,
    PHASE_REDUCE,
    PHASES
};

struct phase_cell {
    long calls;
    double seconds, nested, flops, bytes;
};

struct phase_table {
    struct phase_cell cell[PHASES][MAX_LEVELS];
};

void phase_begin(enum phase phase, int depth);
void phase_end(double flops, double bytes);

/* From phase_gather to phase_gathered launches are recorded, not run (graph.h): phases that
 * begin and end there take no time and have no calls, their flops and bytes are added up.
 * When the recording is launched, phase_book gives them to the phase that is then open. */
struct phase_work {
    double flops, bytes;
};
void phase_gather(void);
struct phase_work phase_gathered(void);
void phase_book(struct phase_work work);

/* A message of the level is under way, from the first send to the end of the wait. Work
 * goes on meanwhile, so it is no phase and has no cell; a trace shows it. */
void message_begin(int depth);
void message_end(int depth);

void phase_reset(void);
struct phase_table phase_read(void); /* since then */
const char *phase_name(enum phase phase);

/* Sum over the levels of one phase. */
struct phase_cell phase_total(const struct phase_table *table, enum phase phase);

/* Seconds spent in the phase itself, without those inside it. */
double phase_own(const struct phase_cell *cell);

double now(void); /* seconds on a clock that only goes forward */
#endif
