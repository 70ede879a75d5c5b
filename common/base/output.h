/* common/base/output.h - files that the run writes, and files that it reads.
 *
 * Before the run the program checks that its files can be written: a file that exists
 * must be a regular one. It is written when all of its contents are known, so that a
 * run that fails leaves it as it was.
 */
#ifndef MEMWALL_OUTPUT_H
#define MEMWALL_OUTPUT_H
#include <stddef.h>
#include <stdio.h>

/* A file of the run. */
struct named_file {
    const char *name; /* of the option, for messages */
    const char *path; /* "": none was given */
};

/* Stores a message in fault[0 .. length-1] if one of the first `outputs` files cannot be
 * written, or is also another one of the `count` files; otherwise fault is unchanged. A
 * file that exists is not changed, and no new one is left. */
void output_check(const struct named_file *file, int outputs, int count,
                  char *fault, size_t length);

/* The same if files cannot be created in this folder. */
void output_check_folder(const char *path, char *fault, size_t length);

/* Opens the file and replaces its contents; output_close completes it. An error ends the
 * program (die). */
FILE *output_open(const char *path);
void output_close(FILE *file, const char *path);

/* The same for a new file: it gets the name STEM.EXTENSION or, if this file exists,
 * STEM_2.EXTENSION, STEM_3.EXTENSION, ... Two processes never get the same name. */
FILE *output_open_new(const char *stem, const char *extension);

/* Opens a regular file for reading. Returns NULL and the reason in fault[0 ..
 * length-1] if it cannot be opened, or is a folder, a device or a FIFO, which could
 * make the program wait forever. */
FILE *input_open(const char *path, char *fault, size_t length);
#endif
