/* tests/unit_mm_malformed.c - malformed files are reported by line and reason.
 *
 * tests/mm/malformed lists file, line and part of the message. Given a path, this
 * program reads the matrix in it and nothing more (tests/matrix_market.t).
 */
#define _GNU_SOURCE /* fopencookie */
#include "matrix_market.h"
#include "tap.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether every rank has the same error, with this line number and these words, in
 * one line of text. */
static int is_mistake(const struct mm_error *error, int64_t line, const char *words)
{
    struct mm_error first = *error;
    int plain = *error->text != 0;
    MPI_OK(MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD));
    for (const char *c = error->text; *c; c++)
        plain = plain && isprint((unsigned char)*c);
    return plain && error->line == line && strstr(error->text, words) &&
           first.line == line && strcmp(first.text, error->text) == 0;
}

static void show(const struct mm_error *error)
{
    if (tap_rank == 0)
        printf("# line %" PRId64 ": %s\n", error->line, error->text);
}

static void test_malformed(void)
{
    char name[64], words[128], path[96];
    int64_t line;
    FILE *list = fopen("tests/mm/malformed", "r");
    ok(list != NULL, "tests/mm/%s", "malformed");
    while (list &&
           fscanf(list, "%63s %" SCNd64 " %127[^\n]", name, &line, words) == 3) {
        struct blocks rows;
        struct csr A;
        snprintf(path, sizeof path, "tests/mm/%s", name);
        FILE *file = tap_rank == 0 ? fopen(path, "r") : NULL;
        struct mm_error error = mm_matrix(file, MPI_COMM_WORLD, &rows, &A);
        int good = is_mistake(&error, line, words);
        ok(good && !A.ptr && !A.col && !A.val && !A.remote, "%s:%" PRId64 ": %s",
           path, line, words);
        if (!good)
            show(&error);
        if (file)
            fclose(file);
    }
    if (list)
        fclose(list);
    small((double)mem_peak(), 0x1p20, "no file made us take as much as a MiB");
}

static FILE *text_file(const char *text)
{
    return tap_rank == 0 ? fmemopen((void *)text, strlen(text), "r") : NULL;
}

static void test_vector(void)
{
    struct blocks rows = {.n = 5, .ranks = tap_ranks};
    double b[5];
    FILE *file = text_file("%%MatrixMarket matrix array real general\n% b\n5 1\n"
                           "1\n-2.5\n0\n1e-300\n7\n");
    const double wanted[5] = {1, -2.5, 0, 1e-300, 7};
    struct mm_error error = mm_vector(file, &rows, MPI_COMM_WORLD, b);
    int good = !*error.text, first = (int)blocks_first(&rows, tap_rank);
    for (int i = 0; i < blocks_rows(&rows, tap_rank); i++)
        good = good && b[i] == wanted[first + i];
    ok(good, "a vector of %d entries", 5);
    if (file)
        fclose(file);
}

static void test_bad_vector(const char *text, int64_t line, const char *words)
{
    struct blocks rows = {.n = 2, .ranks = tap_ranks};
    double b[2];
    FILE *file = text_file(text);
    struct mm_error error = mm_vector(file, &rows, MPI_COMM_WORLD, b);
    int good = is_mistake(&error, line, words);
    ok(good, "a vector that is not: %s", words);
    if (!good)
        show(&error);
    if (file)
        fclose(file);
}

/* A file whose contents change each time it is read from its start. */
struct changing {
    const char *text[3];
    int turn;
    size_t position;
};

static ssize_t read_changing(void *cookie, char *buffer, size_t size)
{
    struct changing *c = cookie;
    size_t left = strlen(c->text[c->turn]) - c->position;
    size_t count = left < size ? left : size;
    memcpy(buffer, c->text[c->turn] + c->position, count);
    c->position += count;
    return (ssize_t)count;
}

static int seek_changing(void *cookie, off64_t *offset, int whence)
{
    struct changing *c = cookie;
    if (whence == SEEK_SET && *offset == 0 && c->position > 0)
        c->turn = c->turn < 2 ? c->turn + 1 : 2;
    c->position = (size_t)*offset + (whence == SEEK_CUR   ? c->position
                                     : whence == SEEK_END ? strlen(c->text[c->turn])
                                                          : 0);
    *offset = (off64_t)c->position;
    return 0;
}

static void test_changing(const char *first, const char *second, const char *third,
                          int64_t line, const char *words)
{
    struct changing cookie = {.text = {first, second, third}};
    FILE *file = NULL;
    if (tap_rank == 0) {
        file = fopencookie(
            &cookie, "r",
            (cookie_io_functions_t){.read = read_changing, .seek = seek_changing});
        setvbuf(file, NULL, _IONBF, 0);
    }
    struct blocks rows;
    struct csr A;
    struct mm_error error = mm_matrix(file, MPI_COMM_WORLD, &rows, &A);
    int good = is_mistake(&error, line, words);
    ok(good && !A.ptr, "a file that changes: %s", words);
    if (!good)
        show(&error);
    if (file)
        fclose(file);
}

static void test_vectors(void)
{
    test_vector();
    test_bad_vector("%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n", 2,
                    "3 x 1, array, general: an array of 2 x 1");
    test_bad_vector("%%MatrixMarket matrix array real general\n1 2\n1\n2\n", 2,
                    "1 x 2, array, general: an array of 2 x 1");
    test_bad_vector("%%MatrixMarket matrix coordinate real general\n2 1 1\n1 1 1\n",
                    2, "2 x 1, coordinate, general: an array of 2 x 1");
    test_bad_vector("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n", 2,
                    "2 x 2, array, not general: an array of 2 x 1");
    test_bad_vector("%%MatrixMarket matrix array real general\n2 1\n1\nnan\n", 4,
                    "'nan': a decimal number");
    test_bad_vector("%%MatrixMarket matrix array real general\n2 1\n1.25", 3,
                    "the file ends after 1 entries: the 2 that line 2 declares");
}

#define HEAD "%%MatrixMarket matrix coordinate real general\n"
static void test_changes(void)
{
    const char *whole = HEAD "3 3 3\n1 1 1\n2 2 1\n3 3 1\n";
    const char *twice = HEAD "3 3 4\n1 1 1\n1 1 1\n2 2 1\n3 3 1\n";
    test_changing(whole, HEAD "3 3 3\n1 1 1\n1 2 1\n3 3 1\n", whole, 2,
                  "was changed");
    test_changing(whole,
                  HEAD
                  "3 3 9\n3 3 1\n3 3 1\n3 3 1\n3 3 1\n3 3 1\n3 3 1\n3 3 1\n3 3 1\n"
                  "3 3 1\n",
                  whole, 2, "was changed");
    test_changing(whole, HEAD "3 3 2\n1 1 1\n2 2 1\n", whole, 2, "was changed");
    test_changing(whole, HEAD "3 3 3\n1 1 1\n2 2 1.00000\n", whole, 4,
                  "the file ends after 2");
    test_changing(whole, HEAD "9 9 3\n1 1 1\n2 2 1\n9 9 1\n", whole, 2,
                  "was changed");
    test_changing(twice, twice, whole, 2, "was changed");
    test_changing(twice, twice, "", 1, "an empty file");
    test_changing(twice, twice, twice, 4, "row 1, column 1 was given on line 3");
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_malformed();
    test_vectors();
    test_changes();
    return done();
}
