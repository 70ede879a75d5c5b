/* docs/labs/08-irregular/main.h - makes irregular matrices; checks and times lab 8.
 *
 *     ./irregular [POINTS [REPEAT [MATRIX [METHOD]]]]
 *
 * MATRIX: stencil, banded, power, dense or blocks, with POINTS^3 rows; FILE.mtx, a file
 * of Matrix Market, whose pattern is used; or all of the five. METHOD: threads, warps,
 * slices or apart (slices without the long rows, and their pieces); by default all, and
 * with -DCUSPARSE and -lcusparse also NVIDIA's library.
 */
#include <functional>
#include <string>
#ifdef CUSPARSE
#include <cusparse.h>
#endif

/* ---- Matrices. Their values are 1 to 5. ---- */

static void add_entry(host_csr &A, int column)
{
    A.column.push_back(column);
    A.value.push_back(1 + (int)A.column.size() % 5);
}

static unsigned random_number;
static double next_random() /* between 0 and 1, more than 0 */
{
    random_number = 1664525 * random_number + 1013904223;
    return ((random_number >> 8) + 1) * 0x1p-24;
}

/* A fourth of the 81 entries next to the diagonal. */
static void banded_row(host_csr &A, int n, int i)
{
    for (int j = i - 40; j <= i + 40; j++)
        if (next_random() < 0.25 && j >= 0 && j < n)
            add_entry(A, j);
}

/* A graph in which few nodes have many edges: (2 / k)^1.25 of the rows have at least k
 * entries. */
static void power_row(host_csr &A, int n, int)
{
    const int entries = (int)std::min(2 * pow(next_random(), -0.8), (double)n);
    for (int e = 0; e < entries; e++)
        add_entry(A, (int)(n * pow(next_random(), 2)) % n);
}

/* Three entries in a row; every fourth of n has a row of n entries. */
static void dense_row(host_csr &A, int n, int i)
{
    const bool all = i % (n / 4 + 1) == n / 8;
    for (int j = all ? 0 : std::max(i - 1, 0); j < (all ? n : std::min(i + 2, n));
         j++)
        add_entry(A, j);
}

/* Square blocks of 1 to 64 rows on the diagonal, as a model with large elements has. */
static void block_row(host_csr &A, int n, int i)
{
    static int first, end;
    if (i == 0)
        end = 0;
    if (i == end) {
        first = i;
        end = std::min(n, i + 1 + (int)(63.999 * next_random()));
    }
    for (int j = first; j < end; j++)
        add_entry(A, j);
}

static host_csr made(const std::string &name, int m)
{
    static const struct {
        const char *name;
        void (*add_row)(host_csr &A, int n, int i);
    } kinds[] = {{"banded", banded_row},
                 {"power", power_row},
                 {"dense", dense_row},
                 {"blocks", block_row}};
    if (name == "stencil")
        return stencil(m);
    host_csr A;
    random_number = 1;
    for (const auto &kind : kinds)
        for (int i = 0; name == kind.name && i < m * m * m; i++) {
            kind.add_row(A, m * m * m, i);
            A.start.push_back((int)A.column.size());
        }
    return A;
}

static void refuse(const std::string &name, const char *why)
{
    fprintf(stderr, "irregular: %s: %s\n", name.c_str(), why);
    exit(2);
}

/* The pattern of a file of Matrix Market: a line "ROWS COLUMNS ENTRIES" and lines
 * "i j ...", which count from 1, below lines that begin with %. */
static host_csr from_file(const std::string &name)
{
    FILE *file = fopen(name.c_str(), "r");
    char line[1025], symmetry[33] = "";
    int n, columns, entries, i, j;
    if (!file || !fgets(line, sizeof line, file))
        refuse(name, "this file cannot be read");
    if (sscanf(line, "%%%%MatrixMarket matrix coordinate %*s %32s", symmetry) != 1)
        refuse(name, "it does not begin with %%MatrixMarket matrix coordinate");
    while (*line == '%' && fgets(line, sizeof line, file))
        ;
    if (sscanf(line, "%d %d %d", &n, &columns, &entries) != 3 || n < 1 ||
        n != columns)
        refuse(name, "a square matrix is needed: ROWS COLUMNS ENTRIES");
    std::vector<std::vector<int>> row(n);
    for (; entries > 0; entries--) {
        if (!fgets(line, sizeof line, file) || sscanf(line, "%d %d", &i, &j) != 2 ||
            std::min(i, j) < 1 || std::max(i, j) > n)
            refuse(name, "a line of an entry is missing or wrong");
        row[i - 1].push_back(j - 1);
        if (i != j && strcmp(symmetry, "general") != 0)
            row[j - 1].push_back(i - 1);
    }
    fclose(file);
    host_csr A;
    for (auto &columns_of_row : row) {
        std::sort(columns_of_row.begin(), columns_of_row.end());
        for (int column : columns_of_row)
            add_entry(A, column);
        A.start.push_back((int)A.column.size());
    }
    return A;
}

/* ---- Slices and pieces ---- */

/* The rows with at most `most` entries; the others have none. Sets the number of stored
 * entries. */
static slices upload_slices(const host_csr &A, int most, size_t *stored)
{
    const int n = A.rows();
    std::vector<int> length(n), row, first{0}, column;
    for (int i = 0; i < n; i++) {
        length[i] = A.start[i + 1] - A.start[i];
        length[i] = length[i] > most ? 0 : length[i];
    }
    row = order_of(length);
    std::vector<int> sorted(row);
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < std::max(n, (int)row.size()); i++)
        if (row.size() != length.size() || sorted[i] != i) {
            printf("WRONG: order_of: row %d is not there once\n", i);
            exit(1);
        }
    row.resize((n + BLOCK - 1) / BLOCK * BLOCK, -1);
    std::vector<float> value;
    for (size_t p = 0; p < row.size(); p += SLICE) {
        int width = 0;
        for (int r = 0; r < SLICE; r++)
            width = std::max(width, row[p + r] < 0 ? 0 : length[row[p + r]]);
        for (int k = 0; k < width; k++)
            for (int r = 0; r < SLICE; r++) {
                const int i = row[p + r];
                const bool has = i >= 0 && k < length[i];
                column.push_back(has ? A.column[A.start[i] + k] : std::max(i, 0));
                value.push_back(has ? (float)A.value[A.start[i] + k] : 0);
            }
        first.push_back((int)column.size() / SLICE);
    }
    *stored = value.size();
    return {(int)row.size() / SLICE, upload(row), upload(first), upload(column),
            upload(value)};
}

static pieces upload_pieces(const host_csr &A, size_t *stored)
{
    std::vector<int> row, first, end;
    for (int i = 0; i < A.rows(); i++)
        for (int e = A.start[i];
             A.start[i + 1] - A.start[i] > LONG && e < A.start[i + 1]; e += PIECE) {
            row.push_back(i);
            first.push_back(e);
            end.push_back(std::min(e + PIECE, A.start[i + 1]));
            *stored += (size_t)(end.back() - e);
        }
    return {(int)row.size(), upload(row), upload(first), upload(end)};
}

/* ---- Methods ---- */

#ifdef CUSPARSE
static void check(cusparseStatus_t status)
{
    if (status) {
        printf("WRONG: %s\n", cusparseGetErrorString(status));
        exit(1);
    }
}

/* What it returns queues y = A x by NVIDIA's library. */
static std::function<void()> by_library(csr A, int entries, const float *x,
                                        float *y)
{
    static const float one = 1, zero = 0;
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto index = CUSPARSE_INDEX_32I;
    const auto best = CUSPARSE_SPMV_ALG_DEFAULT;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t M;
    cusparseDnVecDescr_t X, Y;
    size_t size;
    check(cusparseCreate(&handle));
    check(cusparseCreateCsr(&M, A.n, A.n, entries, (void *)A.start,
                            (void *)A.column, (void *)A.value, index, index,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    check(cusparseCreateDnVec(&X, A.n, (void *)x, CUDA_R_32F));
    check(cusparseCreateDnVec(&Y, A.n, y, CUDA_R_32F));
    check(cusparseSpMV_bufferSize(handle, none, &one, M, X, &zero, Y, CUDA_R_32F,
                                  best, &size));
    char *buffer = allocate<char>(size);
    return [=] {
        check(cusparseSpMV(handle, none, &one, M, X, &zero, Y, CUDA_R_32F, best,
                           buffer));
    };
}
#endif

static int measure_all(const std::string &matrix, const host_csr &A, int repeat,
                       const std::string &only)
{
    size_t all = 0, apart = 0;
    int longest = 0, wrong = 0;
    for (int i = 0; i < A.rows(); i++)
        longest = std::max(longest, A.start[i + 1] - A.start[i]);
    const csr C = {A.rows(), upload(A.start), upload(A.column),
                   upload(std::vector<float>(A.value.begin(), A.value.end()))};
    const slices S = upload_slices(A, longest, &all),
                 T = upload_slices(A, LONG, &apart);
    const pieces P = upload_pieces(A, &apart);
    const double entries = std::max(1., (double)A.column.size()), n = A.rows();
    printf(
        "%s: %.0f rows, %.0f entries, the longest row has %d; stored: slices %.2f, "
        "apart %.2f\n",
        matrix.c_str(), n, entries, longest, (double)all / entries,
        (double)apart / entries);
    const auto compare =
        [&](const char *method,
            const std::function<void(const float *, float *)> &multiply) {
            if (only.empty() || only == method)
                wrong += measure<float>((matrix + ", " + method).c_str(), A,
                                        8 * entries + 12 * n, repeat, multiply);
        };
    compare("threads",
            [&](const float *x, float *y) { multiply_threads(C, x, y); });
    compare("warps", [&](const float *x, float *y) { multiply_warps(C, x, y); });
    compare("slices",
            [&](const float *x, float *y) { multiply_slices(C, S, x, y); });
    compare("apart", [&](const float *x, float *y) {
        multiply_slices(C, T, x, y);
        multiply_pieces(C, P, x, y);
    });
#ifdef CUSPARSE
    std::function<void()> multiply;
    compare("cuSPARSE", [&](const float *x, float *y) {
        if (!multiply)
            multiply = by_library(C, (int)entries, x, y);
        multiply();
    });
#endif
    return wrong;
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 64,
              repeat = argc > 2 ? atoi(argv[2]) : 5;
    const std::string only = argc > 3 ? argv[3] : "all",
                      method = argc > 4 ? argv[4] : "";
    if (only.find('.') != std::string::npos)
        return measure_all(only, from_file(only), repeat, method) > 0;
    int wrong = 0;
    for (const char *name : {"stencil", "banded", "power", "dense", "blocks"})
        if (only == "all" || only == name)
            wrong += measure_all(name, made(name, m), repeat, method);
    return wrong > 0;
}
