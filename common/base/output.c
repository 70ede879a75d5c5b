/* common/base/output.c - writes result files (output.h). */
#define _POSIX_C_SOURCE 200809L
#include "output.h"
#include "error.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void output_check_folder(const char *path, char *fault, size_t length)
{
    struct stat s;
    if (stat(path, &s) != 0)
        snprintf(fault, length, "%.150s: cannot write to this folder: %s", path,
                 strerror(errno));
    else if (!S_ISDIR(s.st_mode))
        snprintf(fault, length, "%.150s: this is not a folder", path);
    else if (access(path, W_OK) != 0)
        snprintf(fault, length, "%.150s: cannot be written: %s", path,
                 strerror(errno));
}

void output_check_file(const char *path, char *fault, size_t length)
{
    struct stat s;
    int existed = stat(path, &s) == 0;
    int file = open(path, O_WRONLY | O_CREAT, 0666);
    if (file < 0) {
        snprintf(fault, length, "%.150s: cannot be written: %s", path,
                 strerror(errno));
        return;
    }
    close(file);
    if (!existed)
        unlink(path);
}

static void temporary_name(const char *path, char *name, size_t length)
{
    snprintf(name, length, "%s.part", path);
}

FILE *output_open(const char *path)
{
    char name[512];
    temporary_name(path, name, sizeof name);
    FILE *file = fopen(name, "w");
    if (!file)
        die("%s: cannot be written: %s", name, strerror(errno));
    return file;
}

void output_close(FILE *file, const char *path)
{
    char name[512];
    temporary_name(path, name, sizeof name);
    int failed = ferror(file);
    if (fclose(file) != 0 || failed)
        die("%s: could not be written: %s", name, strerror(errno));
    if (rename(name, path) != 0)
        die("%s: the finished file could not be given this name: %s", path,
            strerror(errno));
}
