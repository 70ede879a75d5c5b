/* tests/unit_mm_malformed.c - malformed files are reported by line and reason.
 *
 * The program's message for the whole file is tested by tests/matrix_market.t.
 */
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

static FILE *text_file(const char *text)
{
    return tap_rank == 0 ? fmemopen((void *)text, strlen(text), "r") : NULL;
}

#define REAL_GENERAL   "%%MatrixMarket matrix coordinate real general\n"
#define REAL_SYMMETRIC "%%MatrixMarket matrix coordinate real symmetric\n"
#define SKEW           "%%MatrixMarket matrix coordinate real skew-symmetric\n"
#define INTEGER        "%%MatrixMarket matrix coordinate integer general\n"
#define ARRAY          "%%MatrixMarket matrix array real general\n"
#define ENTRIES \
    "1 1 4\n1 2 -1.5\n2 1 0.25\n2 2 3\n2 4 2\n3 3 5\n4 1 -7\n4 3 0.001\n4 4 1\n"

/* A correct file whose line `replaced` is replaced by `text`, or, if that is 0, the file
 * `text`; and the line and some words of the error. "$" is a byte 0. */
static const char *const correct = REAL_GENERAL "% a comment\n4 4 9\n" ENTRIES;
static const struct malformed {
    int replaced;
    const char *text;
    int line;
    const char *words;
} malformed[] = {
    {0, "", 1, "an empty file"},
    {0, "\n" REAL_GENERAL "4 4 9\n" ENTRIES, 1, "''"},
    {0, "4 4 9\n" ENTRIES, 1, "'4'"},
    {0, "\177ELF\2\1\1$\1\2\n", 1, "byte 0x7f: plain text"},
    {1, "%MatrixMarket matrix coordinate real general", 1, "'%MatrixMarket'"},
    {1, " %%MatrixMarket matrix coordinate real general", 1, "'%%MatrixMarket'"},
    {1, "%%MatrixMarket vector coordinate real general", 1,
     "'vector' cannot be read: matrix"},
    {1, "%%MatrixMarket matrix elemental real general", 1,
     "'elemental' cannot be read: coordinate"},
    {0, ARRAY "2 2\n1\n2\n3\n4\n", 1, "'array' cannot be read: coordinate"},
    {1, "%%MatrixMarket matrix coordinate complex general", 1,
     "'complex' cannot be read: real, integer or pattern"},
    {1, "%%MatrixMarket matrix coordinate real hermitian", 1,
     "'hermitian' cannot be read: general, symmetric"},
    {1, "%%MatrixMarket matrix coordinate real", 1, "and 3 more words"},
    {1, "%%MatrixMarket matrix coordinate real general symmetric", 1,
     "and 5 more words"},
    {0, "%%MatrixMarket matrix coordinate real general\r1 1 1\r1 1 4\r", 1,
     "and 5 more words"}, /* lines of old Macintosh computers */
    {0, "%%MatrixMarket matrix coordinate pattern skew-symmetric\n2 2 1\n2 1\n", 1,
     "a skew-symmetric pattern"},
    {0, REAL_GENERAL "% nothing\n\n", 3, "the file ends before its sizes"},
    {0, REAL_GENERAL "4 4", 2, "2 words in the line of sizes"},
    {3, "4 4", 3, "2 words in the line of sizes: rows columns entries"},
    {3, "4 4 9 1 1 4 0", 3, "6 or more words"},
    {3, "-4 4 9", 3, "'-4': a whole number"},
    {3, "4.0 4 9", 3, "'4.0': a whole number"},
    {3, "4 4 9223372036854775808", 3,
     "'9223372036854775808': a whole number below"},
    {3, "0 0 0", 3, "0 rows and 0 columns"},
    {3, "4 4 0", 3, "4 rows for 0 entries"},
    {3, "4 4 3", 3, "4 rows for 3 entries: each row needs"},
    {3, "4 4 1000000000000", 3, "more entries are declared than the 65 bytes"},
    {3, "4 4 9223372036854775807", 3, "more entries are declared"},
    {3, "1000000000000 1000000000000 2", 3, "1000000000000 rows for 2 entries"},
    {3, "4 5 9", 3, "4 rows and 5 columns: a square matrix"},
    {3, "4 4 10", 12, "the file ends after 9 entries: the 10 that line 3"},
    {3, "4 4 8", 12, "an entry more than the 8"},
    {0, REAL_SYMMETRIC "9223372036854775807 9223372036854775807 1\n1 1 1\n", 2,
     "9223372036854775807 rows for 1"},
    {0, REAL_SYMMETRIC "4 4 3\n1 1 1\n2 2 1\n3 1 1\n", 2, "row 4 has no entry"},
    {0, REAL_SYMMETRIC "2 2 2\n1 1 4\n1 2 1\n", 4,
     "row 1, column 2 is above the diagonal"},
    {0, REAL_SYMMETRIC "2 2 3\n1 1 4\n2 1 1\n2 1 -2\n", 5,
     "row 2, column 1 was given on line 4"},
    {0, SKEW "2 2 1\n1 2 1\n", 3, "row 1, column 2 is above the diagonal"},
    {0, SKEW "2 2 2\n2 1 1\n2 2 0\n", 4, "row 2, column 2 is on the diagonal"},
    {4, "0 1 4", 4, "row 0: 1 to 4"},
    {4, "1 0 4", 4, "column 0: 1 to 4"},
    {10, "5 1 -7", 10, "row 5: 1 to 4"},
    {8, "2 5 2", 8, "column 5: 1 to 4"},
    {5, "1 1 4", 5, "row 1, column 1 was given on line 4"},
    {12, "2 1 9", 12, "row 2, column 1 was given on line 6"},
    {12, "4 4", 12, "2 words: row column value"},
    {9, "1 3 5", 3, "row 3 has no entry"},
    {6, "% here", 6, "2 words: row column value"},
    {6, "two 1 0.25", 6, "'two': a whole number"},
    {6, "2 1.0 0.25", 6, "'1.0': a whole number"},
    {6, "2 -1 0.25", 6, "'-1': a whole number"},
    {6, "2 18446744073709551617 0.25", 6, "'18446744073709551617': a whole number"},
    {6, "2 1 1e309", 6, "1e309: a number of at most"},
    {6, "2 1 1e-400", 6, "1e-400: this number becomes 0"},
    {6, "2 1 nan", 6, "'nan': a decimal number"},
    {6, "2 1 -inf", 6, "'-inf': a decimal number"},
    {6, "2 1 0x1p3", 6, "'0x1p3': a decimal number"},
    {6, "2 1 2.5D-1", 6, "'2.5D-1': a decimal number"},
    {6, "2 1 .", 6, "'.': a decimal number"},
    {6, "2 1 2.5e", 6, "'2.5e': a decimal number"},
    {6, "2 1 2.5e+", 6, "'2.5e+': a decimal number"},
    {6, "2 1 0,25", 6, "'0,25': a decimal number"},
    {6, "2 1 0.25 0", 6, "4 words: row column value"},
    {6, "2 1 0.25 % quarter", 6, "5 words: row column value"},
    {6, "2 1 0.25$", 6, "byte 0x00: plain text"},
    {6, "2 1 \274", 6, "byte 0xbc: plain text"},
    {0, INTEGER "1 1 1\n1 1 1.0\n", 3, "'1.0': a whole number"},
    {0, INTEGER "1 1 1\n1 1 1e3\n", 3, "'1e3': a whole number"},
    {0, INTEGER "1 1 1\n1 1 9007199254740993\n", 3,
     "9007199254740993: a whole number below 2^53"},
    {0, "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", 3,
     "3 words: row column is needed"},
};

/* The file of an entry of the table, on rank 0. */
static FILE *malformed_file(const struct malformed *m)
{
    FILE *file = tap_rank == 0 ? tmpfile() : NULL;
    int line = 1;
    for (const char *c = m->replaced ? correct : ""; file && *c;
         line += *c++ == '\n')
        if (line < m->replaced)
            putc(*c, file);
    for (const char *c = m->text; file && *c; c++)
        putc(*c == '$' ? 0 : *c, file);
    line = 1;
    for (const char *c = m->replaced ? correct : ""; file && *c; c++) {
        if (line > m->replaced || (line == m->replaced && *c == '\n'))
            putc(*c, file);
        line += *c == '\n';
    }
    return file;
}

static void test_malformed(void)
{
    for (size_t k = 0; k < sizeof malformed / sizeof *malformed; k++) {
        struct blocks rows;
        struct csr A;
        FILE *file = malformed_file(&malformed[k]);
        struct mm_error error = mm_matrix(file, MPI_COMM_WORLD, &rows, &A);
        int good = is_mistake(&error, malformed[k].line, malformed[k].words);
        ok(good && !A.ptr && !A.col && !A.val && !A.remote, "line %d: %s",
           malformed[k].line, malformed[k].words);
        if (!good)
            show(&error);
        if (file)
            fclose(file);
    }
    small((double)mem_peak(), 0x1p20, "no file made us take as much as a MiB");
}

static void test_vector(void)
{
    struct blocks rows = {.n = 5, .ranks = tap_ranks};
    double *b;
    int columns;
    FILE *file = text_file("%%MatrixMarket matrix array real general\n% b\n5 1\n"
                           "1\n-2.5\n0\n1e-300\n7\n");
    const double wanted[5] = {1, -2.5, 0, 1e-300, 7};
    struct mm_error error =
        mm_vectors(file, &rows, 1, MPI_COMM_WORLD, &columns, &b);
    int good = !*error.text && columns == 1,
        first = (int)blocks_first(&rows, tap_rank);
    for (int i = 0; i < blocks_rows(&rows, tap_rank); i++)
        good = good && b[i] == wanted[first + i];
    ok(good, "a vector of %d entries", 5);
    mem_free(b);
    if (file)
        fclose(file);
}

static void test_bad_vector(const char *text, int64_t line, const char *words)
{
    struct blocks rows = {.n = 2, .ranks = tap_ranks};
    double *b;
    int columns;
    FILE *file = text_file(text);
    struct mm_error error =
        mm_vectors(file, &rows, 1, MPI_COMM_WORLD, &columns, &b);
    int good = is_mistake(&error, line, words) && columns == 0 && !b;
    ok(good, "a vector that is not: %s", words);
    if (!good)
        show(&error);
    if (file)
        fclose(file);
}

static void test_vectors(void)
{
    test_vector();
    test_bad_vector(ARRAY "3 1\n1\n2\n3\n", 2,
                    "3 rows and 1 columns: 2 rows and 1 column are needed");
    test_bad_vector(ARRAY "1 2\n1\n2\n", 2, "1 rows and 2 columns: 2 rows");
    test_bad_vector(ARRAY "2 1 2\n1\n2\n", 2, "3 words in the line of sizes: rows columns is");
    test_bad_vector(ARRAY "2 1\n1\n2 3\n", 4, "2 words: one value a line");
    test_bad_vector(ARRAY "2 1\n1\n2\n3\n", 5, "an entry more than the 2");
    test_bad_vector(ARRAY "100000 100000\n1\n", 2, "more entries are declared");
    test_bad_vector(REAL_GENERAL "2 1 1\n1 1 1\n", 1, "'coordinate' cannot be read: array");
    test_bad_vector("%%MatrixMarket matrix array pattern general\n2 1\n", 1,
                    "'pattern' cannot be read: real or integer");
    test_bad_vector("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n", 1,
                    "'symmetric' cannot be read: general");
    test_bad_vector("%%MatrixMarket matrix array real general\n2 1\n1\nnan\n", 4,
                    "'nan': a decimal number");
    test_bad_vector("%%MatrixMarket matrix array real general\n2 1\n1.25", 3,
                    "the file ends after 1 entries: the 2 that line 2 declares");
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_malformed();
    test_vectors();
    return done();
}
