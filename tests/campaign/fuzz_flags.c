/* tests/campaign/fuzz_flags.c - libFuzzer: no command line and no hpgmp.dat may crash
 * the program.
 *
 * The input is a list of arguments, each ended by a line break; an empty argument
 * ends the list, and the rest of the input is the file hpgmp.dat. Any input gives
 * options within their bounds, or ends with one message and the status for wrong
 * input. The functions that would end the process or touch files are replaced.
 */
#include "error.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "process.h"
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { MOST_ARGUMENTS = 64 };
static jmp_buf refused;
static const uint8_t *dat;
static size_t dat_size;

static void check(int good)
{
    if (!good)
        abort();
}

void fail_all(enum exit_status status, const char *format, ...)
{
    char message[4096];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    check(status == EXIT_USAGE && length > 0);
    longjmp(refused, 1);
}

void die(const char *format, ...)
{
    (void)format;
    abort();
}

void mpi_check(int code, const char *call, const char *file, int line)
{
    (void)call, (void)file, (void)line;
    check(code == MPI_SUCCESS);
}

void output_check_folder(const char *path, char *fault, size_t length)
{
    (void)fault;
    check(strlen(path) < TEXT_LENGTH && length > 0);
}

void output_check(const struct named_file *file, int outputs, int count, char *fault,
                  size_t length)
{
    (void)fault;
    check(outputs < count && length > 0);
    for (int k = 0; k < count; k++)
        check(strlen(file[k].path) < TEXT_LENGTH);
}

FILE *input_open(const char *path, char *fault, size_t length)
{
    check(strcmp(path, "hpgmp.dat") == 0);
    FILE *file = dat_size ? fmemopen((void *)dat, dat_size, "r") : NULL;
    if (!file)
        snprintf(fault, length, "cannot be opened");
    return file;
}

void process_check_stdout(MPI_Comm comm)
{
    (void)comm;
}

/* An empty file hpgmp.dat in a folder of its own: it only has to exist. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    char folder[] = "/tmp/memwall-fuzz-XXXXXX";
    check(mkdtemp(folder) != NULL && chdir(folder) == 0);
    FILE *file = fopen("hpgmp.dat", "w");
    check(file && fclose(file) == 0);
    return 0;
}

static void check_options(const struct options *o)
{
    check(o->limit >= 1 && o->restart >= 1 && o->tolerance >= 0);
    check(o->threads >= 0 && o->memory_limit >= 0 && o->verb < VERBS);
    if (o->verb == VERB_POISSON) {
        check(o->poisson.cells >= 2 && o->poisson.levels >= 1);
        check(o->poisson.half_waves < o->poisson.cells);
    } else if (!*o->solve.input) {
        for (int d = 0; d < 3; d++)
            check(o->n[d] >= 8 && o->n[d] % 8 == 0 && o->p[d] == 1);
        check((double)o->n[0] * o->n[1] * o->n[2] < 0x1p31);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1), *argv[MOST_ARGUMENTS + 2] = {(char *)"memwall"};
    memcpy(text, bytes, size);
    text[size] = '\0';
    int argc = 1;
    size_t first = 0;
    while (argc <= MOST_ARGUMENTS && first < size) {
        size_t end = first;
        while (end < size && text[end] != '\n')
            end++;
        if (end == first) {
            first++;
            break;
        }
        text[end] = '\0';
        argv[argc++] = text + first;
        first = end + 1;
    }
    dat = bytes + (first < size ? first : size);
    dat_size = first < size ? size - first : 0;
    int prints = 0;
    for (int a = 1; a < argc; a++)
        prints |= strncmp(argv[a], "--help", 6) == 0 ||
                  strncmp(argv[a], "--version", 9) == 0;
    if (!prints && setjmp(refused) == 0) {
        const struct options o = options_read(argc, argv, MPI_COMM_WORLD);
        check_options(&o);
    }
    free(text);
    return 0;
}
