/* docs/labs/10-coalescing/main.h - checks and times multiply_rows and
 * multiply_slices of lab 10.
 *
 *     ./coalescing [POINTS [REPEAT [rows or slices [float or double]]]]
 *
 * Two matrices with POINTS^3 rows: the 27-point matrix of the benchmark, and an
 * irregular one, whose rows have 3 to 9 entries and every 400th row 200. */
static host_csr irregular(int n)
{
    host_csr A;
    unsigned random = 1;
    for (int i = 0; i < n; i++) {
        const int entries = i % 400 == 7 ? 200 : 3 + i % 7;
        for (int e = 0; e < entries; e++) {
            random = 1664525 * random + 1013904223;
            A.column.push_back((int)((random >> 8) % (unsigned)n));
            A.value.push_back(1 + e % 5);
        }
        A.start.push_back((int)A.column.size());
    }
    return A;
}

template <class real> csr<real> upload_rows(const host_csr &A)
{
    return {A.rows(), upload(A.start), upload(A.column),
            upload(std::vector<real>(A.value.begin(), A.value.end()))};
}

template <class real> slices<real> upload_slices(const host_csr &A, size_t *entries)
{
    const int n = A.rows(), rows = (n / BLOCK + 1) * BLOCK;
    std::vector<int> first, width, column;
    std::vector<real> value;
    for (int s = 0; s < rows / SLICE; s++) {
        int w = 0;
        for (int i = s * SLICE; i < std::min((s + 1) * SLICE, n); i++)
            w = std::max(w, A.start[i + 1] - A.start[i]);
        first.push_back((int)column.size());
        width.push_back(w);
        column.resize(column.size() + w * SLICE, -1);
        value.resize(column.size());
        for (int r = 0; r < SLICE; r++)
            for (int k = 0; k < w; k++) {
                const int i = std::min(s * SLICE + r, n - 1), e = A.start[i] + k;
                const bool has = s * SLICE + r < n && e < A.start[i + 1];
                const int here = place(w, k, r);
                if (here < 0 || here >= w * SLICE || column[first[s] + here] >= 0) {
                    printf(
                        "WRONG: place(%d, %d, %d) is %d, which is outside of the "
                        "slice or the place of another entry\n",
                        w, k, r, here);
                    exit(1);
                }
                column[first[s] + here] = has ? A.column[e] : i;
                value[first[s] + here] = (real)(has ? A.value[e] : 0);
            }
    }
    *entries = column.size();
    return {n, upload(first), upload(width), upload(column), upload(value)};
}

template <class real>
static int measure_all(const char *format, const char *matrix, const host_csr &A,
                       int repeat, const char *only)
{
    const double v = sizeof(real), n = (double)A.start.size() - 1,
                 vectors = 2 * v * n;
    char name[99];
    int wrong = 0;
    if (strcmp(only, "slices") != 0) {
        const csr<real> rows = upload_rows<real>(A);
        snprintf(name, sizeof name, "rows, %s, %s", matrix, format);
        wrong += measure<real>(
            name, A, A.column.size() * (v + 4) + 4 * n + vectors, repeat,
            [&](const real *x, real *y) { multiply_rows(rows, x, y); });
    }
    if (strcmp(only, "rows") != 0) {
        size_t entries;
        const slices<real> S = upload_slices<real>(A, &entries);
        snprintf(name, sizeof name, "slices, %s, %s", matrix, format);
        wrong += measure<real>(
            name, A, entries * (v + 4) + vectors, repeat,
            [&](const real *x, real *y) { multiply_slices(S, x, y); });
    }
    return wrong;
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 128,
              repeat = argc > 2 ? atoi(argv[2]) : 20;
    const char *only = argc > 3 ? argv[3] : "", *format = argc > 4 ? argv[4] : "";
    int wrong = 0;
    for (int which = 0; which < (*format ? 1 : 2);
         which++) { /* to count: the first one only */
        const host_csr A = which ? irregular(m * m * m) : stencil(m);
        const char *matrix = which ? "irregular" : "27 points";
        if (strcmp(format, "double") != 0)
            wrong += measure_all<float>("float", matrix, A, repeat, only);
        if (strcmp(format, "float") != 0)
            wrong += measure_all<double>("double", matrix, A, repeat, only);
    }
    return wrong > 0;
}
