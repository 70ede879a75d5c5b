/* docs/chain.c - predicts the times of GPU kernels from chains of dependent loads.
 *
 *   gcc -O2 docs/chain.c -o chain -lm && ./chain --fit="batches of 8,batches of 4,copies 6 blocks"
 *
 * A warp computes one slice. Each round trip of its loads, to memory (D us) or to the
 * L2 cache (L us), starts when the one before it has ended. An H200 has 132 SMs with W
 * warps each, and another chain passes while a launch fills and drains the GPU:
 *
 *   t_latency = (slices / (132 W) + launches) chain,     t_bytes = bytes / B,
 *   t = sqrt(t_latency^2 + t_bytes^2)
 *
 * D and B are fitted to the rows of docs/results/h200-loops.csv that --fit names. L is an
 * assumption, because a fit of all three cannot tell L from D: 0.14 us without load,
 * stretched as load stretches the latency of memory, 0.35 to 0.76 us (docs/roof.cu).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PATH[] = "docs/results/h200-loops.csv";

enum { COLORS = 8, ENTRIES = 26, SMS = 132, REGISTERS = 65536, CASES = 6 };
static const double SLICES = 192.0 * 192 * 192 / 32;
/* Three kernels: y = A x, a sweep in color order, w = U z; in half precision, then in mixed. */
static const char *const HEAD[] = {"ms, measured: half", "mixed"};
static const int LAUNCHES[] = {1, COLORS, 1};
static const int VALUES[] = {2, 4, 2}; /* per row, in the diagonal and vectors but x */
/* Slice columns of U for each color; L has the rest of the 26. */
static const int WIDTH[COLORS] = {26, 24, 20, 18, 8, 6, 2, 0};
/* Bytes of x per row that a simulated L2 cache of 50 MB loads: each color reads x. */
static const double X[][3] = {{14.0, 14.0, 5.71}, {28.0, 28.0, 13.1}};

static struct version {
    const char *name;
    int threads, batch; /* of a block; slice columns whose loads are in flight together */
    int slice, part;    /* round trips to memory for a slice, for a part (L or U) */
    int stage, memory;  /* likewise for 16 slice columns, for a batch */
    int l2;             /* round trips to the L2 cache for a batch */
    int registers;      /* of a thread; from here on: from the file */
    double ms[CASES];   /* 0: not measured */
    int fitted;
} version[] = {{"batches of 8", 256, 8, 2, 0, 0, 1, 1},
               {"next batch early", 256, 8, 2, 1, 0, 1, 0},
               {"order of the source", 256, 8, 2, 0, 0, 1, 1},
               {"blocks of 1024", 1024, 8, 2, 0, 0, 1, 1},
               {"batches of 4", 256, 4, 2, 0, 0, 1, 1},
               {"prefetch", 256, 8, 2, 1, 0, 0, 2},
               {"copies 4 blocks", 256, 8, 2, 0, 2, 0, 1},
               {"copies 5 blocks", 256, 8, 2, 0, 2, 0, 1},
               {"copies 6 blocks", 256, 8, 2, 0, 2, 0, 1},
               {"bases copied", 256, 8, 2, 0, 1, 0, 1},
               {"descriptor prefetched", 256, 8, 1, 0, 1, 0, 1}};
static struct version *const end = version + sizeof version / sizeof *version;

/* Batches of b, b/2, ..., 1 slice columns that cover `width` of them. */
static int batches(int width, int b)
{
    return b == 0 ? 0 : width / b + batches(width % b, b / 2);
}

static double predict(const struct version *v, int k, double D, double L, double B)
{
    const int kernel = k % 3, size = k < 3 ? 2 : 4;
    const int block = v->threads * (v->registers > 0 ? v->registers : 40);
    const int warps = REGISTERS / block * v->threads / 32;
    double memory = 0, l2 = 0, columns = 0; /* of the slices of all colors */
    for (int c = 0; c < 2 * COLORS; c++) {
        const int u = WIDTH[c / 2];
        const int width = c % 2 == 0 ? u : kernel == 2 ? 0 : ENTRIES - u;
        const int n = batches(width, v->batch);
        memory += v->part * (width > 0) + v->stage * ((width + 15) / 16) + v->memory * n;
        l2 += v->l2 * n;
        columns += width;
    }
    const double chain = (v->slice + memory / COLORS) * D + l2 / COLORS * L;
    const double index = 1 + 4 / 32.0, descriptor = 48; /* bytes of an entry, of a slice */
    const double row = columns / COLORS * (size + index) + X[size / 4][kernel] +
                       VALUES[kernel] * size;
    const double bytes = 32 * row + descriptor;
    return hypot((SLICES / (SMS * warps) + LAUNCHES[kernel]) * chain * 1e-3,
                 SLICES * bytes / B * 1e-9);
}

/* The root mean square of the relative errors of the fitted rows, or of the others. */
static double error(int fitted, double D, double L, double B)
{
    double sum = 0, n = 0;
    for (const struct version *v = version; v < end; v++)
        for (int k = 0; k < CASES && v->fitted == fitted && v->ms[0] > 0; k++, n++)
            sum += pow(predict(v, k, D, L, B) / v->ms[k] - 1, 2);
    return sqrt(sum / fmax(n, 1));
}

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "chain: %s: %s\n", what, why);
    exit(2);
}

/* The version with the name at the beginning of a text, up to a comma, or `end`. */
static struct version *find(const char *text)
{
    struct version *v = version;
    while (v < end && (strlen(v->name) != strcspn(text, ",") ||
                       strncmp(v->name, text, strlen(v->name)) != 0))
        v++;
    return v;
}

int main(int argc, char **argv)
{
    const char *fit = "batches of 8,batches of 4,copies 6 blocks";
    double D = 0, L = 0.30, B = 0;
    for (int a = 1; a < argc; a++) {
        if (strncmp(argv[a], "--fit=", 6) == 0)
            fit = argv[a] + 6;
        else if (sscanf(argv[a], "--l2=%lf", &L) != 1 || !(L >= 0 && L <= 1))
            fail(argv[a], "--fit=VERSION,VERSION or --l2=US, 0 to 1, is needed");
    }
    FILE *file = fopen(PATH, "r");
    if (!file)
        fail(PATH, "no such file; start the program in the top folder");
    for (char line[256]; fgets(line, sizeof line, file);) {
        struct version *v = find(line);
        if (v == end)
            continue;
        double *t = v->ms;
        if (sscanf(line + strlen(v->name), ",%d,%lf,%lf,%lf,%lf,%lf,%lf", &v->registers,
                   t, t + 1, t + 2, t + 3, t + 4, t + 5) != 7)
            fail(line, "seven numbers are needed");
    }
    fclose(file);
    if (*fit == '\0')
        fail("--fit=", "at least one version is needed");
    for (const char *name = fit; *name; name += strcspn(name, ","), name += *name == ',') {
        struct version *v = find(name);
        if (v == end || v->ms[0] == 0)
            fail(name, "no version that was measured; without options, the program prints their names");
        v->fitted = 1;
    }
    for (int d = 20; d <= 120; d++)
        for (int b = 50; b <= 120; b++)
            if (D == 0 || error(1, d / 100.0, L, b / 20.0) < error(1, D, L, B))
                D = d / 100.0, B = b / 20.0;
    printf("D = %.2f us, B = %.2f TB/s, L = %.2f us; rms error %.1f %%, of the rest %.1f %%\n",
           D, B, L, 100 * error(1, D, L, B), 100 * error(0, D, L, B));
    for (int half = 0; half < 2; half++) {
        printf("\n%-24s%-20s%-20s%s\n", HEAD[half], "product", "sweep", "U z");
        for (const struct version *v = version; v < end; v++) {
            printf("%-21s%c", v->name, v->fitted ? '*' : ' ');
            for (int k = 3 * half; k < 3 * half + 3; k++) {
                const double t = predict(v, k, D, L, B);
                if (v->ms[k] > 0)
                    printf("  %.4f %.3f %+3.0f %%", t, v->ms[k], 100 * (t / v->ms[k] - 1));
                else
                    printf("  %.4f     -     -", t);
            }
            printf("\n");
        }
    }
    return 0;
}
