/* common/base/output.c - writes result files (output.h). */
#define _POSIX_C_SOURCE 200809L
#include "output.h"
#include "error.h"
#include "path.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FIFOS = 8, MOST_NEW = 100000 };

/* How a file is written (output.h). */
enum way { RENAMED, TO_STANDARD_OUTPUT, DIRECTLY };

static char temporary[PATH_MAX]; /* name of the temporary file; "": there is none */

/* FIFOs that output_check_file has opened. */
static struct {
    dev_t device;
    ino_t file;
    int descriptor;
} fifo[MOST_FIFOS];
static int fifos;

/* Sets *s to the status of the file if it exists. */
static enum way way_of(const char *path, struct stat *s)
{
    struct stat out;
    if (stat(path, s) != 0)
        return RENAMED;
    if (fstat(STDOUT_FILENO, &out) == 0 && s->st_dev == out.st_dev &&
        s->st_ino == out.st_ino)
        return TO_STANDARD_OUTPUT;
    return S_ISREG(s->st_mode) ? RENAMED : DIRECTLY;
}

void output_discard(void)
{
    if (*temporary)
        unlink(temporary);
    *temporary = '\0';
}

/* Creates the temporary file beside the file `path`, which is no link, and returns
 * its descriptor; -1 and errno after an error. A file that is protected against
 * writing is an error: the folder would allow to replace it. */
static int create_temporary(const char *path)
{
    char name[PATH_MAX];
    struct stat s;
    const int exists = stat(path, &s) == 0;
    if (exists ? access(path, W_OK) != 0 : errno != ENOENT)
        return -1;
    strcpy(name, path);
    if (!path_replace_last(name, ".memwall-XXXXXX"))
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

/* Opens the FIFO for writing, unless nobody reads from it. */
static int check_fifo(const char *path, const struct stat *s)
{
    int file = fifos < MOST_FIFOS ? open(path, O_WRONLY | O_NONBLOCK) : -1;
    if (file < 0)
        return 0;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    fifo[fifos].device = s->st_dev;
    fifo[fifos].file = s->st_ino;
    fifo[fifos++].descriptor = file;
    return 1;
}

/* Whether a file with a name after all links can be created and given its name. */
static int check_renamed(const char *path)
{
    char name[PATH_MAX];
    int file = path_resolve(path, name) ? create_temporary(name) : -1;
    const int error = errno;
    if (file >= 0)
        close(file);
    output_discard();
    errno = error;
    return file >= 0;
}

static void store_fault(const char *path, char *fault, size_t length)
{
    snprintf(fault, length, "%.150s: cannot be written: %s", path,
             errno == ENXIO ? "no process reads from this FIFO" : strerror(errno));
}

void output_check_folder(const char *path, char *fault, size_t length)
{
    char file[PATH_MAX];
    struct stat s;
    if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode))
        snprintf(fault, length, "%.150s: this is not a folder", path);
    else if (snprintf(file, sizeof file, "%s/new", path) >= (int)sizeof file ||
             !check_renamed(file))
        store_fault(path, fault, length);
}

void output_check_file(const char *path, char *fault, size_t length)
{
    struct stat s;
    const enum way way = way_of(path, &s);
    int good = 1;
    if (way == RENAMED)
        good = check_renamed(path);
    else if (way == DIRECTLY && S_ISFIFO(s.st_mode))
        good = check_fifo(path, &s);
    else if (way == DIRECTLY && S_ISDIR(s.st_mode))
        good = (errno = EISDIR, 0);
    else if (way == DIRECTLY)
        good = access(path, W_OK) == 0;
    if (!good)
        store_fault(path, fault, length);
}

/* Opens a device, or a FIFO that output_check_file has opened. */
static int open_directly(const char *path, const struct stat *s)
{
    for (int k = 0; k < fifos; k++)
        if (fifo[k].device == s->st_dev && fifo[k].file == s->st_ino)
            return dup(fifo[k].descriptor);
    return open(path, O_WRONLY);
}

static FILE *open_as(enum way way, const char *path, const struct stat *s)
{
    char name[PATH_MAX];
    int file = -1;
    if (way == TO_STANDARD_OUTPUT)
        file = fflush(stdout) == 0 ? dup(STDOUT_FILENO) : -1;
    else if (way == DIRECTLY)
        file = open_directly(path, s);
    else if (path_resolve(path, name))
        file = create_temporary(name);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    if (!stream)
        die("%s: cannot be written: %s", path, strerror(errno));
    return stream;
}

FILE *output_open(const char *path)
{
    struct stat s;
    enum way way = way_of(path, &s);
    return open_as(way, path, &s);
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
    char name[PATH_MAX];
    close_text(file, path);
    if (!*temporary)
        return;
    if (!path_resolve(path, name))
        die("%s: cannot be written: %s", path, strerror(errno));
    rename_to(name);
}

FILE *output_open_new(const char *stem, const char *extension)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s.%s", stem, extension);
    return open_as(RENAMED, path, NULL);
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
