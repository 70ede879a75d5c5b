/* common/program/output.h - result files: checked before the work, complete or not there. */
#ifndef MEMWALL_OUTPUT_H
#define MEMWALL_OUTPUT_H
#include <stddef.h>
#include <stdio.h>

/* If the folder / file could not be written later, a line that says so into fault.
 * Neither changes nor leaves anything. */
void output_check_folder(const char *path, char *fault, size_t length);
void output_check_file(const char *path, char *fault, size_t length);

/* Opens a temporary file beside `path`; output_close puts it in place. Both end the run
 * when they cannot. */
FILE *output_open(const char *path);
void output_close(FILE *file, const char *path);
#endif
