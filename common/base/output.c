/* common/base/output.c - checks and writes result files, opens input files (output.h). */
#include "output.h"
#include "error.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sets folder[] to the folder of the file with this name, or, of a link, of the file to which it
 * leads; it ends with a slash. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    char target[PATH_MAX];
    snprintf(folder, PATH_MAX, "%s", realpath(path, target) ? target : path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = 0;
    else
        strcpy(folder, "./");
}

static int is_same(const char *a, const char *b)
{
    struct stat s, t;
    return strcmp(a, b) == 0 || (stat(a, &s) == 0 && stat(b, &t) == 0 &&
                                 s.st_dev == t.st_dev && s.st_ino == t.st_ino);
}

/* Whether standard output or standard error of this process goes to the file, or the output of a
 * process around it, such as mpirun, which writes what its ranks print. */
static int is_log(const char *path)
{
    char name[64];
    for (long process = getpid(); process > 0;) {
        for (int stream = 1; stream <= 2; stream++) {
            snprintf(name, sizeof name, "/proc/%ld/fd/%d", process, stream);
            if (is_same(name, path))
                return 1;
        }
        snprintf(name, sizeof name, "/proc/%ld/stat", process);
        FILE *file = fopen(name, "r");
        if (!file || fscanf(file, "%*d (%*[^)]) %*c %ld", &process) != 1)
            process = 0;
        if (file)
            fclose(file);
    }
    return 0;
}

void output_check(const struct named_file *file, int outputs, int count,
                  char *fault, size_t length)
{
    for (int a = 0; a < outputs; a++) {
        const char *path = file[a].path, *reason = NULL;
        char folder[PATH_MAX];
        struct stat s;
        if (!*path)
            continue;
        folder_of(path, folder);
        if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
            reason = "it is not a regular file";
        else if (is_log(path))
            reason = "standard output or standard error goes there";
        else if (strlen(folder) > PATH_MAX - 100) /* a name follows */
            reason = "the name of its folder is too long";
        else if (access(folder, W_OK | X_OK) != 0 ||
                 (access(path, W_OK) != 0 && errno != ENOENT))
            reason = strerror(errno);
        if (reason)
            snprintf(fault, length, "%.3000s: cannot be written: %s", path, reason);
        for (int b = a + 1; b < count; b++)
            if (is_same(path, file[b].path))
                snprintf(fault, length,
                         "%s=%.3000s: this file is also the %s; another name is "
                         "needed",
                         file[a].name, path, file[b].name);
    }
}

/* The name of the file that is being written: in a folder, and 16 bytes more. */
static char incomplete[PATH_MAX + 16];

static void remove_incomplete(void)
{
    unlink(incomplete);
}

FILE *output_open(const char *path)
{
    char folder[PATH_MAX];
    folder_of(path, folder);
    snprintf(incomplete, sizeof incomplete, "%s.memwall-XXXXXX", folder);
    const int number = mkstemp(incomplete);
    FILE *file = number < 0 ? NULL : fdopen(number, "w");
    if (!file)
        die("%s: cannot be written: %s", path, strerror(errno));
    before_die = remove_incomplete;
    return file;
}

/* Waits until the disk has the file, unless its file system cannot wait. */
static int is_on_disk(int file)
{
    while (fsync(file) != 0)
        if (errno != EINTR)
            return errno == EINVAL || errno == ENOSYS || errno == ENOTSUP ||
                   errno == EOPNOTSUPP;
    return 1;
}

/* Writes what is still in memory. The file remains if only the disk fails. */
static void complete(FILE *file, const char *path)
{
    errno = 0;
    if (fflush(file) != 0 || ferror(file))
        die("%s: could not be written: %s", path, strerror(errno ? errno : EIO));
    before_die = NULL;
    if (!is_on_disk(fileno(file)) || fclose(file) != 0)
        die("%s: could not be written: %s; the contents are in %s", path,
            strerror(errno), incomplete);
}

/* Gives the complete file its name, and the permissions of a new file. */
static void rename_to(const char *path)
{
    char target[PATH_MAX];
    const mode_t mask = umask(0);
    umask(mask);
    chmod(incomplete, 0666 & ~mask);
    if (rename(incomplete, realpath(path, target) ? target : path) != 0)
        die("%s: could not be replaced: %s; the new contents are in %s", path,
            strerror(errno), incomplete);
}

void output_close(FILE *file, const char *path)
{
    complete(file, path);
    rename_to(path);
}

void output_close_new(FILE *file, const char *stem, const char *extension)
{
    char path[PATH_MAX];
    int created = -1;
    complete(file, stem);
    for (int number = 1; created < 0; number++) {
        if (number == 1)
            snprintf(path, sizeof path, "%s.%s", stem, extension);
        else
            snprintf(path, sizeof path, "%s_%d.%s", stem, number, extension);
        /* Only one process creates the file of this name, and then replaces it. */
        created = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (created < 0 && errno != EEXIST)
            die("%s: cannot be written: %s; the contents are in %s", path,
                strerror(errno), incomplete);
    }
    close(created);
    rename_to(path);
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
