/* common/base/path.c - names of files: links, identity, input files (path.h). */
#define _POSIX_C_SOURCE 200809L
#include "path.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

int path_replace_last(char *path, const char *name)
{
    char *slash = strrchr(path, '/');
    size_t keep = *name == '/' || !slash ? 0 : (size_t)(slash + 1 - path);
    errno = ENAMETOOLONG;
    if (keep + strlen(name) >= PATH_MAX)
        return 0;
    strcpy(path + keep, name);
    return 1;
}

int path_resolve(const char *path, char *resolved)
{
    char link[PATH_MAX];
    struct stat s;
    errno = ENAMETOOLONG;
    if (strlen(path) >= PATH_MAX)
        return 0;
    strcpy(resolved, path);
    for (int links = 0; lstat(resolved, &s) == 0 && S_ISLNK(s.st_mode); links++) {
        ssize_t length = readlink(resolved, link, sizeof link - 1);
        if (length < 0)
            return 0;
        link[length] = '\0';
        errno = ELOOP;
        if (links == MOST_LINKS || !path_replace_last(resolved, link))
            return 0;
    }
    return 1;
}

/* Splits the name of a file that does not exist: stores the status of its folder in
 * *folder and its name in the folder in name[PATH_MAX]. */
static int find_folder(const char *path, struct stat *folder, char *name)
{
    char full[PATH_MAX];
    if (!path_resolve(path, full))
        return 0;
    const char *slash = strrchr(full, '/');
    strcpy(name, slash ? slash + 1 : full);
    return path_replace_last(full, ".") && stat(full, folder) == 0;
}

int path_same(const char *a, const char *b)
{
    char name_a[PATH_MAX], name_b[PATH_MAX];
    struct stat s, t;
    const int exists = stat(a, &s) == 0;
    if (exists != (stat(b, &t) == 0))
        return 0;
    if (!exists && (!find_folder(a, &s, name_a) || !find_folder(b, &t, name_b) ||
                    strcmp(name_a, name_b) != 0))
        return 0;
    return s.st_dev == t.st_dev && s.st_ino == t.st_ino &&
           (!exists || S_ISREG(s.st_mode));
}

FILE *path_open_input(const char *path, char *fault, size_t length)
{
    struct stat s;
    FILE *stream = NULL;
    /* O_NONBLOCK: a FIFO without a writer must not make us wait here. */
    int file = open(path, O_RDONLY | O_NONBLOCK), error = errno;
    if (file < 0) {
        snprintf(fault, length, "cannot be opened: %s", strerror(error));
    } else if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode)) {
        snprintf(fault, length, "is not a regular file");
        error = EINVAL;
    } else if (!(stream = fdopen(file, "r"))) {
        error = errno;
        snprintf(fault, length, "cannot be opened: %s", strerror(error));
    }
    if (file >= 0 && !stream)
        close(file);
    errno = error;
    return stream;
}
