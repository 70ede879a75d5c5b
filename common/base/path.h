/* common/base/path.h - names of files: links, identity, input files. */
#ifndef MEMWALL_PATH_H
#define MEMWALL_PATH_H
#include <stddef.h>
#include <stdio.h>

/* Stores in resolved[PATH_MAX] the name of the file that `path` denotes, after all
 * symbolic links at its end; the file may not exist. Returns 0 and sets errno after
 * an error. */
int path_resolve(const char *path, char *resolved);

/* Replaces the last component of path[PATH_MAX] by `name`, or the whole path if the
 * name is absolute. Returns 0 and sets errno if the result is too long. */
int path_replace_last(char *path, const char *name);

/* 1 if both names denote the same regular file, which may not exist yet. */
int path_same(const char *a, const char *b);

/* Opens a regular file for reading. Returns NULL and the reason in fault[0 ..
 * length-1] if it cannot be opened, or is a folder, a device or a FIFO, which could
 * make the program wait forever. errno is ENOENT if there is nothing of this
 * name. */
FILE *path_open_input(const char *path, char *fault, size_t length);
#endif
