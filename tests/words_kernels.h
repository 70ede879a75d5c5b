/* tests/words_kernels.h - kernels that do nothing but use each word once. */
#ifndef MEMWALL_WORDS_KERNELS_H
#define MEMWALL_WORDS_KERNELS_H

struct sixteen_bytes {
    double at[2];
};

void words_rows(int n, int *x);                                     /* x_i = 3 i + 1 */
void words_sums(int n, const double *x, double *sum, double *most); /* of each tile */
void words_streamed(int n, const unsigned short *x2, const float *x4, const double *x8,
                    const struct sixteen_bytes *x16, double *y); /* y = their sum */

/* What lanes do together; these return 0 where they cannot. shape: lanes of a team, of a
 * warp. Lane l adds (l + 1) (c + 1) to sum c < count of its warp's TOGETHER, twice. */
enum { WORDS_SUMS = 8 };
int words_warp(int count, int *shape, double *sum);
int words_relay(int teams,
                double *seen); /* lane l of 256 gets the number of lane 255 - l */
#endif
