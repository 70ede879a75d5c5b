/* docs/labs/09-bandwidth/main.h - checks and times sum_of_squares of lab 9.
 *
 *     ./bandwidth [NUMBERS [REPEAT [float or double]]]
 *
 * The squares are integers of at most 2^24, so that each of them is exact in float.
 * The sum of two is not: it is exact in double, in every order of additions. */
template <class real> static int measure(const char *format, int n, int repeat)
{
    std::vector<real> x((size_t)n);
    double wanted = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] = (real)(1 + i % 4093 * 1009 % 4093);
        wanted += (double)x[i] * (double)x[i];
    }
    const real *device_x = upload(x);
    double *device_part = upload(std::vector<double>(1 + n / 32, NAN));
    int blocks = 0;
    const double ms = median_ms(
        repeat, [&] { blocks = sum_of_squares(n, device_x, device_part); });
    for (double part : download(device_part, blocks))
        sum += part;
    const double bytes = (double)n * sizeof(real);
    print_result(format, sum != wanted, bytes, ms);
    if (sum != wanted)
        printf("WRONG: the sum is %.17g instead of %.17g\n", sum, wanted);
    return sum != wanted;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 26,
              repeat = argc > 2 ? atoi(argv[2]) : 20;
    const char *only = argc > 3 ? argv[3] : "";
    int wrong = 0;
    if (strcmp(only, "double") != 0)
        wrong += measure<float>("float", n, repeat);
    if (strcmp(only, "float") != 0)
        wrong += measure<double>("double", n, repeat);
    return wrong > 0;
}
