/* common/program/report_hpgmp.h - the two parts of HPG-MxP's report file
 * (docs/reference/report.md).
 *
 * A line is `Section::Key=value`. Keys and their order are those of the public
 * code, with its spaces and its spellings `Restic`, `Prlong`, `Orho` and
 * `Mximum`, because scripts look for them.
 */
#ifndef MEMWALL_REPORT_HPGMP_H
#define MEMWALL_REPORT_HPGMP_H
#include "report.h"
#include <stdio.h>

/* Write one line `section::key=value`. A value that is not finite is written as
 * 0, which the reasons for an invalid result explain. */
void hpgmp_number(FILE *f, const char *section, const char *key, double value);
void hpgmp_integer(FILE *f, const char *section, const char *key, long long value);
void hpgmp_text(FILE *f, const char *section, const char *key, const char *value);

/* Writes the sections on the timed phases, from `Benchmark Time Summary` to
 * `User Optimization Overheads`. */
void hpgmp_performance(FILE *f, const struct report *r);

/* Writes those of our own keys that complete the sums of these sections. */
void hpgmp_performance_rest(FILE *f, const struct report *r);
#endif
