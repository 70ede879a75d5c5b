/* common/base/output.c - names of files; writes result files, opens input files
 * (output.h). */
#define _XOPEN_SOURCE 700
#include "output.h"
#include "error.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NEW = 100000 };

static char temporary[PATH_MAX]; /* name of the temporary file; "": there is none */

void output_discard(void)
{
    if (*temporary)
        unlink(temporary);
    *temporary = '\0';
}

/* Stores in full[PATH_MAX] the name of the file without links; the file may not exist,
 * but its folder must. Returns 0 and sets errno after an error. */
static int resolve(const char *path, char *full)
{
    char folder[PATH_MAX];
    struct stat s;
    if (realpath(path, full))
        return 1;
    if (errno != ENOENT || lstat(path, &s) == 0) /* a link to nothing */
        return 0;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(name - path) : 1,
             slash ? path : ".");
    errno = ENOENT;
    if (!*name || !realpath(folder, full))
        return 0;
    errno = ENAMETOOLONG;
    const size_t length = strlen(full);
    return snprintf(full + length, PATH_MAX - length, "/%s", name) <
           (int)(PATH_MAX - length);
}

/* Creates the temporary file in the folder of the file `full`, which is no link, and
 * returns its descriptor; -1 and errno after an error. A file that is protected
 * against writing is an error: the folder would allow to replace it. */
static int create_temporary(const char *full)
{
    char name[PATH_MAX + 16];
    struct stat s;
    const int exists = stat(full, &s) == 0;
    errno = EINVAL;
    if (exists && (!S_ISREG(s.st_mode) || access(full, W_OK) != 0))
        return -1;
    snprintf(name, sizeof name, "%.*s.memwall-XXXXXX",
             (int)(strrchr(full, '/') + 1 - full), full);
    errno = ENAMETOOLONG;
    if (strlen(name) >= PATH_MAX || strlen(strrchr(full, '/') + 1) > NAME_MAX)
        return -1;
    /* mkstemp completes the name before it creates the file, so that a signal
     * handler always finds the name of a file that exists. */
    strcpy(temporary, name);
    int file = mkstemp(temporary);
    if (file < 0) {
        *temporary = '\0';
        return -1;
    }
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(file, exists ? s.st_mode & 0777 : 0666 & ~mask);
    return file;
}

/* Creates the temporary file for the file `path`, as create_temporary. */
static int create(const char *path)
{
    char full[PATH_MAX];
    return resolve(path, full) ? create_temporary(full) : -1;
}

static const char *reason(void)
{
    return errno == EINVAL ? "it is not a regular file" : strerror(errno);
}

void output_check_file(const char *path, char *fault, size_t length)
{
    const int file = create(path);
    if (file < 0)
        snprintf(fault, length, "%.150s: cannot be written: %s", path, reason());
    else
        close(file);
    output_discard();
}

void output_check_folder(const char *path, char *fault, size_t length)
{
    char file[PATH_MAX];
    struct stat s;
    snprintf(file, sizeof file, "%s/new", path);
    if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode))
        snprintf(fault, length, "%.150s: this is not a folder", path);
    else
        output_check_file(file, fault, length);
}

int output_same(const char *a, const char *b)
{
    char full_a[PATH_MAX], full_b[PATH_MAX];
    struct stat s, t;
    if (stat(a, &s) == 0 && stat(b, &t) == 0)
        return s.st_dev == t.st_dev && s.st_ino == t.st_ino;
    return resolve(a, full_a) && resolve(b, full_b) && strcmp(full_a, full_b) == 0;
}

FILE *output_open(const char *path)
{
    const int file = create(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    if (!stream)
        die("%s: cannot be written: %s", path, reason());
    return stream;
}

FILE *output_open_new(const char *stem, const char *extension)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s.%s", stem, extension);
    return output_open(path);
}

/* Completes the text of the file. */
static void close_text(FILE *file, const char *path)
{
    errno = 0;
    int failed = fflush(file) != 0 || ferror(file);
    const int error = errno ? errno : EIO;
    if (fclose(file) != 0 || failed)
        die("%s: could not be written: %s", path, strerror(failed ? error : errno));
}

/* Gives the temporary file its name, which is no link. */
static void rename_to(const char *name)
{
    if (rename(temporary, name) != 0)
        die("%s: the finished file could not be given this name: %s", name,
            strerror(errno));
    *temporary = '\0';
}

void output_close(FILE *file, const char *path)
{
    char full[PATH_MAX];
    close_text(file, path);
    if (!resolve(path, full))
        die("%s: cannot be written: %s", path, strerror(errno));
    rename_to(full);
}

void output_close_new(FILE *file, const char *stem, const char *extension)
{
    char path[PATH_MAX];
    close_text(file, stem);
    for (int number = 1; number <= MOST_NEW; number++) {
        if (number == 1)
            snprintf(path, sizeof path, "%s.%s", stem, extension);
        else
            snprintf(path, sizeof path, "%s_%d.%s", stem, number, extension);
        /* O_EXCL: only one process creates the file of this name. */
        int reserved = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (reserved < 0 && errno == EEXIST)
            continue;
        if (reserved < 0)
            die("%s: cannot be written: %s", path, strerror(errno));
        close(reserved);
        rename_to(path);
        return;
    }
    die("%s: there are %d files of this name", path, MOST_NEW);
}

FILE *input_open(const char *path, char *fault, size_t length)
{
    struct stat s;
    FILE *stream = NULL;
    /* O_NONBLOCK: a FIFO without a writer must not make us wait here. */
    const int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file >= 0 && (fstat(file, &s) != 0 || !S_ISREG(s.st_mode)))
        snprintf(fault, length, "is not a regular file");
    else if (file < 0 || !(stream = fdopen(file, "r")))
        snprintf(fault, length, "cannot be opened: %s", strerror(errno));
    if (file >= 0 && !stream)
        close(file);
    return stream;
}
