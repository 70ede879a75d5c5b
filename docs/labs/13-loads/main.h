/* docs/labs/13-loads/main.h - checks and times multiply of lab 13.
 *
 *     ./loads [POINTS [REPEAT]]
 *
 * A is the 27-point matrix of the benchmark with POINTS^3 rows, whose values 26 and -1
 * have 8 bits.
 */

/* The format of a value: 8 bits in lab 13. */
typedef std::decay<decltype(slices().value[0])>::type stored;

/* Each turn of the loop adds a slice column: the next entries of all rows whose columns
 * are less than 256 behind the smallest of them, the base. */
static slices upload_slices(const host_csr &A, int *columns)
{
    const int n = A.rows();
    std::vector<int> first{0}, base, next(A.start);
    std::vector<unsigned char> offset;
    std::vector<stored> value;
    for (int start = 0; start < n + BLOCK;) { /* each thread has a slice */
        int b = n;
        for (int i = start; i < std::min(start + SLICE, n); i++)
            if (next[i] < A.start[i + 1])
                b = std::min(b, A.column[next[i]]);
        if (b == n) { /* no row of this slice has another entry */
            first.push_back((int)base.size());
            start += SLICE;
            continue;
        }
        base.push_back(b);
        for (int i = start; i < start + SLICE; i++) {
            const bool has =
                i < n && next[i] < A.start[i + 1] && A.column[next[i]] - b < 256;
            offset.push_back((unsigned char)(has ? A.column[next[i]] - b : 0));
            value.push_back((stored)(has ? A.value[next[i]++] : 0));
        }
    }
    *columns = (int)base.size();
    return {n, upload(first), upload(base), upload(offset), upload(value)};
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 160;
    const host_csr A = stencil(m);
    int columns;
    const slices S = upload_slices(A, &columns);
    return measure<float>("y = A x", A, columns * ((1. + sizeof(stored)) * SLICE + 4) + 8. * A.rows(),
                          argc > 2 ? atoi(argv[2]) : 20,
                          [&](const float *x, float *y) { multiply(S, x, y); }) > 0;
}
