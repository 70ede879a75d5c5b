/* common/base/output.h - writes result files.
 *
 * Before the run, a program checks that its files can be written later. A file is
 * written under a temporary name and renamed when it is complete, so that a run
 * that fails leaves no incomplete result.
 */
#ifndef MEMWALL_OUTPUT_H
#define MEMWALL_OUTPUT_H
#include <stddef.h>
#include <stdio.h>

/* If files cannot be created in the folder `path`, or if the file `path` cannot be
 * written, these functions store a message in fault[0 .. length-1]; otherwise they
 * leave it unchanged. They do not change existing files and leave no new ones. */
void output_check_folder(const char *path, char *fault, size_t length);
void output_check_file(const char *path, char *fault, size_t length);

/* Opens the temporary file path.part and returns it. output_close closes it and
 * renames it to `path`. An error ends the program (die). */
FILE *output_open(const char *path);
void output_close(FILE *file, const char *path);
#endif
