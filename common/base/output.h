/* common/base/output.h - names of files; writes result files, opens input files.
 *
 * Before the run, the program checks that its files can be written later: a file that
 * exists must be a regular one. A file is written under a temporary name in the same
 * folder and renamed when it is complete, so that a run that fails changes nothing. A
 * symbolic link is followed and never replaced. One file is written at a time.
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

/* 1 if both names denote the same file, which may not exist yet. */
int output_same(const char *a, const char *b);

/* Opens the file `path` as described above; output_close completes it. An error
 * removes the temporary file and ends the program (die). */
FILE *output_open(const char *path);
void output_close(FILE *file, const char *path);

/* The same for a new file: it gets the name STEM.EXTENSION or, if this file exists
 * at the end, STEM_2.EXTENSION, STEM_3.EXTENSION, ... Two processes never get the
 * same name. */
FILE *output_open_new(const char *stem, const char *extension);
void output_close_new(FILE *file, const char *stem, const char *extension);

/* Removes the temporary file, if there is one. Allowed in a signal handler. */
void output_discard(void);

/* Opens a regular file for reading. Returns NULL and the reason in fault[0 ..
 * length-1] if it cannot be opened, or is a folder, a device or a FIFO, which could
 * make the program wait forever. */
FILE *input_open(const char *path, char *fault, size_t length);
#endif
