/* common/phase/work.c - a real machine: time passes by itself (work.h). */
#include "work.h"

void work_begin(void)
{
}

void work_end(enum phase phase, int depth)
{
    (void)phase, (void)depth;
}

void work_before_wait(enum phase outer, int depth)
{
    (void)outer, (void)depth;
}
