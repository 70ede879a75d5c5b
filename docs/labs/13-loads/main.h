/* docs/labs/13-loads/main.h - checks and times multiply of lab 13.
 *
 *     ./loads [POINTS [REPEAT]]
 *
 * A is the 27-point matrix of the benchmark with POINTS^3 rows, whose values 26 and
 * -1 have 8 bits. All numbers are small integers, so that the results are exact in
 * every order of additions. */

/* The column of entry d of row i on a grid of m^3 points, or -1 outside of it. */
static int column_of(int m, int i, int d)
{
    const int p = i % m + d % 3 - 1, q = i / m % m + d / 3 % 3 - 1,
              r = i / m / m + d / 9 - 1;
    return std::min({p, q, r}) < 0 || std::max({p, q, r}) >= m
               ? -1
               : (r * m + q) * m + p;
}

/* Each turn of the loop adds a slice column: the next entries of all rows whose
 * columns are less than 256 behind the smallest of them, the base. */
static slices upload_slices(int m, int *columns)
{
    const int n = m * m * m;
    std::vector<int> first{0}, base;
    std::vector<unsigned char> distance;
    std::vector<signed char> value;
    for (int start = 0; start < n + BLOCK;
         start += SLICE) {    /* each thread has a slice */
        int next[SLICE] = {}; /* of the 27 entries of a row */
        for (;;) {
            int column[SLICE], b = n;
            for (int r = 0; r < SLICE; r++) {
                const int i = start + r;
                while (i < n && next[r] < 27 && column_of(m, i, next[r]) < 0)
                    next[r]++;
                column[r] = i < n && next[r] < 27 ? column_of(m, i, next[r]) : n;
                b = std::min(b, column[r]);
            }
            if (b == n) /* no row of this slice has another entry */
                break;
            base.push_back(b);
            for (int r = 0; r < SLICE; r++) {
                const bool has = column[r] < n && column[r] - b < 256;
                distance.push_back((unsigned char)(has ? column[r] - b : 0));
                value.push_back(has ? column[r] == start + r ? 26 : -1 : 0);
                next[r] += has;
            }
        }
        first.push_back((int)base.size());
    }
    *columns = (int)base.size();
    return {n, upload(first), upload(base), upload(distance), upload(value)};
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 192,
              repeat = argc > 2 ? atoi(argv[2]) : 20, n = m * m * m;
    std::vector<float> x(n);
    for (int j = 0; j < n; j++)
        x[j] = (float)(1 + j % 1009);
    int columns, wrong = 0, first = 0;
    const slices A = upload_slices(m, &columns);
    const float *device_x = upload(x);
    float *device_y = upload(std::vector<float>(n, NAN));
    const double ms = median_ms(repeat, [&] { multiply(A, device_x, device_y); }),
                 bytes = columns * (2. * SLICE + 4) + 8. * n;
    const std::vector<float> y = download(device_y, n);
    double wanted = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int d = 0; d < 27; d++) {
            const int j = column_of(m, i, d);
            sum += j < 0 ? 0 : (j == i ? 26 : -1) * (double)x[j];
        }
        if (y[i] != sum && wrong++ == 0)
            first = i, wanted = sum;
    }
    print_result("y = A x", wrong, bytes, ms,
                 ms == ms ? copy_speed((size_t)bytes / 2) : 0);
    if (wrong)
        printf("WRONG: %d of %d rows, the first is row %d: %.9g instead of %.9g\n",
               wrong, n, first, (double)y[first], wanted);
    return wrong > 0;
}
