/* common/base/output.c - checks and writes result files, opens input files (output.h). */
#include "output.h"
#include "error.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates the file unless it exists. Returns 1 if it was created, 0 if it exists, and -1
 * with the reason in errno if it cannot be written. */
static int create(const char *path)
{
    struct stat s;
    const int exists = lstat(path, &s) == 0;
    if (exists && stat(path, &s) != 0)
        return -1; /* a link to nothing */
    errno = EINVAL;
    if (exists && !S_ISREG(s.st_mode))
        return -1;
    const int file = open(path, O_WRONLY | O_CREAT, 0666);
    if (file >= 0)
        close(file);
    return file < 0 ? -1 : !exists;
}

static int is_same(const char *a, const char *b)
{
    struct stat s, t;
    return *a && *b && stat(a, &s) == 0 && stat(b, &t) == 0 &&
           s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

void output_check(const struct named_file *file, int outputs, int count,
                  char *fault, size_t length)
{
    enum { MOST = 8 };
    int created[MOST] = {0};
    for (int a = 0; a < outputs && a < MOST; a++) {
        created[a] = *file[a].path ? create(file[a].path) : 0;
        if (created[a] < 0)
            snprintf(fault, length, "%.150s: cannot be written: %s", file[a].path,
                     errno == EINVAL ? "it is not a regular file"
                                     : strerror(errno));
    }
    for (int a = 0; a < outputs; a++)
        for (int b = a + 1; b < count; b++)
            if (is_same(file[a].path, file[b].path))
                snprintf(fault, length,
                         "%s=%.100s: this file is also the %s; another name is "
                         "needed",
                         file[a].name, file[a].path, file[b].name);
    for (int a = 0; a < outputs && a < MOST; a++)
        if (created[a] > 0)
            unlink(file[a].path);
}

void output_check_folder(const char *path, char *fault, size_t length)
{
    struct stat s;
    if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode))
        snprintf(fault, length, "%.150s: this is not a folder", path);
    else if (access(path, W_OK | X_OK) != 0)
        snprintf(fault, length, "%.150s: cannot be written: %s", path,
                 strerror(errno));
}

FILE *output_open(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        die("%s: cannot be written: %s", path, strerror(errno));
    return file;
}

FILE *output_open_new(const char *stem, const char *extension)
{
    char path[PATH_MAX];
    FILE *file = NULL;
    for (int number = 1; !file; number++) {
        if (number == 1)
            snprintf(path, sizeof path, "%s.%s", stem, extension);
        else
            snprintf(path, sizeof path, "%s_%d.%s", stem, number, extension);
        file =
            fopen(path, "wx"); /* only one process creates the file of this name */
        if (!file && errno != EEXIST)
            die("%s: cannot be written: %s", path, strerror(errno));
    }
    return file;
}

void output_close(FILE *file, const char *path)
{
    errno = 0;
    const int failed = fflush(file) != 0 || ferror(file);
    const int error = errno ? errno : EIO;
    if (fclose(file) != 0 || failed)
        die("%s: could not be written: %s", path, strerror(failed ? error : errno));
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
