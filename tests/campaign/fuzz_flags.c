/* tests/campaign/fuzz_flags.c - libFuzzer: no command line and no hpgmp.dat may crash
 * the program.
 *
 * The input is a list of arguments, each ended by a line break; an empty argument
 * ends the list, and the rest of the input is the file hpgmp.dat. Any input gives
 * options within their bounds, or ends with one message and the status for wrong
 * input. The functions that would end the process or touch files are replaced. Solvers and
 * kernels are not linked, because nothing here calls them.
 */
#include "process.h"
#include "run.h"
#include "verbs.h"
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

/* ---- The options of all verbs ---- */

static struct run run;
static struct option_group shared[] = {{"Machine", machine_table, &run.options, 0},
                                       {"Output files", files_table, &run.options, 0},
                                       {0}};
#define DECLARE(name) extern struct verb name##_verb;
#define ADDRESS(name) &name##_verb,
VERBS_X(DECLARE)
static struct verb *verbs[] = {VERBS_X(ADDRESS) NULL}; /* NULL: the options of all verbs */
enum { GROUPS = sizeof verbs / sizeof *verbs };
static const struct program program = {.verbs = verbs, .shared = shared};

static size_t size_of(const struct option *row)
{
    return row->kind >= TEXT ? TEXT_LENGTH : row->kind == REAL ? sizeof(double) : sizeof(int);
}

/* A member, its option, and its value before the first input. */
struct member {
    const struct option *row;
    void *address;
    char before[TEXT_LENGTH];
};

/* The members of all groups; `count` is output. */
static struct member *members(int *count)
{
    enum { MOST = 200 };
    static struct member all[MOST];
    static int used;
    for (int v = used == 0 ? 0 : GROUPS; v < GROUPS; v++)
        for (struct option_group *g = verbs[v] ? verbs[v]->groups : shared; g->heading; g++)
            for (const struct option *row = g->table; row->name; row++) {
                struct member *m = &all[used++];
                check(used < MOST);
                *m = (struct member){row, (char *)g->values + row->offset, ""};
                memcpy(m->before, m->address, size_of(row));
            }
    *count = used;
    return all;
}

static void reset(void)
{
    int count;
    struct member *m = members(&count);
    for (struct member *end = m + count; m < end; m++)
        memcpy(m->address, m->before, size_of(m->row));
    for (int v = 0; v < GROUPS; v++) {
        for (struct option_group *g = verbs[v] ? verbs[v]->groups : shared; g->heading; g++)
            g->given = 0;
        if (verbs[v])
            verbs[v]->number = NULL;
    }
}

/* Each member has a value that its option allows, or was not given. */
static void check_options(const struct verb *verb)
{
    for (const struct option_group *g = verb->groups; g->heading; g++)
        for (int k = 0; g->table[k].name; k++) {
            const struct option *row = &g->table[k];
            const void *member = (const char *)g->values + row->offset;
            const int given = (int)(g->given >> k & 1);
            if (row->kind >= TEXT)
                check(memchr(member, 0, TEXT_LENGTH) != NULL);
            else if (row->kind == WORD && given)
                check(*option_choice(g->table, row->name, *(const int *)member) != 0);
            else if (row->kind == WHOLE && given)
                check(*(const int *)member >= row->least && *(const int *)member <= row->most);
            else if (row->kind == REAL && given)
                check(*(const double *)member <= row->most);
        }
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
    reset();
    for (int a = 1; a < argc; a++)
        prints |= strncmp(argv[a], "--help", 6) == 0 ||
                  strncmp(argv[a], "--version", 9) == 0;
    if (!prints && setjmp(refused) == 0) {
        run.verb = options_read(&program, argc, argv, MPI_COMM_WORLD);
        run.verb->check(&run, MPI_COMM_WORLD);
        check_options(run.verb);
    }
    free(text);
    return 0;
}
