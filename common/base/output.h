/* common/base/output.h - files that the run writes, and files that it reads.
 *
 * Before the run the program checks that its files can be written: a file that exists
 * must be a regular one, and not the one to which standard output goes. A file is written under another name in the same folder,
 * .memwall-XXXXXX, and gets its own name when it is complete. So a run that fails, or a full
 * disk, leaves an earlier file as it was, and a file of this name is never incomplete. An error
 * removes the incomplete file; only a process that is killed leaves it.
 */
#ifndef MEMWALL_OUTPUT_H
#define MEMWALL_OUTPUT_H
#include <stddef.h>
#include <stdio.h>

/* A file of the run. */
struct named_file {
    char name[32];    /* for messages: "--json" */
    const char *path; /* "": none was given */
};

/* Stores a message in fault[0 .. length-1] if one of the first `outputs` files cannot be
 * written, or is also another one of the `count` files (the same name, or the same file
 * if it exists); otherwise fault is unchanged. No file is changed or created. */
void output_check(const struct named_file *file, int outputs, int count,
                  char *fault, size_t length);

/* Begins to write the file: output_close completes it and replaces the file of this name. One
 * file is written at a time. An error ends the program (die). */
FILE *output_open(const char *path);
void output_close(FILE *file, const char *path);

/* Completes the file that was opened as `stem`, as a new one: it gets the name STEM.EXTENSION
 * or, if this file exists, STEM_2.EXTENSION, STEM_3.EXTENSION, ... Two processes never get the
 * same name. */
void output_close_new(FILE *file, const char *stem, const char *extension);

/* Opens a regular file for reading. Returns NULL and the reason in fault[0 ..
 * length-1] if it cannot be opened, or is a folder, a device or a FIFO, which could
 * make the program wait forever. */
FILE *input_open(const char *path, char *fault, size_t length);
#endif
