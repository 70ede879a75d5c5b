/* opt/load_columns.h - the loop over the slice columns of a part of a slice.
 *
 *   narrow slice column   x at the columns base + distance[r] of LANES rows lies in two
 *                         neighboring vectors, the window. It begins at the column of
 *                         the first of these rows:
 *
 *      x            | . . . w w w w w w w w w w w w w w w w . . . |
 *      distance           5     6   6   7     8 ...
 *      minus the first    0     1   1   2     3 ...  selects from the window
 *
 *   wide slice column     gathers x at the columns index[r]
 *
 * The bytes behind the end of x that belong to a window are loaded, but not selected.
 */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <load_values.h>
#include <slice_rows.h>

/* x[column[0]], x[column[1]], ... : LANES numbers */
SIMD vec gather(const real *x, const int *column)
{
#if defined(__AVX512F__)
    if (F_REAL == F64)
        return (vec)_mm512_i32gather_pd(LOAD(__m256i, column), x, 8);
    if (F_REAL == F32 && LANES == 16)
        return (vec)_mm512_i32gather_ps(LOAD(__m512i, column), x, 4);
#endif
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = wide(x[column[l]]);
    return v;
}

/* x[distance[0]], x[distance[1]], ... : LANES numbers, in a window of 2 LANES */
#if defined(__AVX512BW__)
SIMD vec load_window(const real *x, const unsigned char *distance)
{
    const __m128i d = LANES == 16 ? LOAD(__m128i, distance)
                                  : _mm_loadl_epi64((const void *)distance);
    const __m128i from_first = _mm_sub_epi8(d, _mm_broadcastb_epi8(d));
    const real *window = x + distance[0];
    if (F_REAL == F64) {
        const __m512i select = _mm512_cvtepu8_epi64(from_first);
        return (vec)_mm512_permutex2var_pd(LOAD(__m512d, window), select,
                                           LOAD(__m512d, window + 8));
    }
    if (F_REAL == F32 && LANES == 16) {
        const __m512i select = _mm512_cvtepu8_epi32(from_first);
        return (vec)_mm512_permutex2var_ps(LOAD(__m512, window), select,
                                           LOAD(__m512, window + 16));
    }
    if (F_REAL == F32) {
        const __m512 selected = _mm512_permutexvar_ps(
            _mm512_cvtepu8_epi32(from_first), LOAD(__m512, window));
        return (vec)_mm512_cvtps_pd(_mm512_castps512_ps256(selected));
    }
    /* One vector has 32 numbers of 16 bits; we select at most 16 and convert these. */
    const __m256i selected = _mm512_castsi512_si256(_mm512_permutexvar_epi16(
        _mm512_castsi256_si512(_mm256_cvtepu8_epi16(from_first)),
        LOAD(__m512i, window)));
    type_f16 number[16];
    memcpy(number, &selected, sizeof selected);
    return load_lanes(F_REAL, number, 0);
}
#else
SIMD vec load_window(const real *x, const unsigned char *distance)
{
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = wide(x[distance[l]]);
    return v;
}
#endif

/* sum + L x or sum + U x */
SIMD rows add_part(const struct layout *A, const struct slice *s, enum part part,
                   const real *x, rows sum)
{
    const struct slice_part *p = &s->part[part];
    ptrdiff_t value = (ptrdiff_t)(p->first_narrow + p->first_wide) * SLICE;
    const int *base = A->column.base + p->first_narrow,
              *index = A->column.index + (ptrdiff_t)p->first_wide * SLICE;
    const unsigned char *distance =
        A->column.distance + (ptrdiff_t)p->first_narrow * SLICE;
    for (int k = 0; k < p->narrow; k++, value += SLICE, distance += SLICE)
        FOR_VECTORS(v)
            sum.v[v] += load_values(&A->value, value + v * LANES) *
                        load_window(x + base[k], distance + v * LANES);
    for (int k = 0; k < p->wide; k++, value += SLICE, index += SLICE)
        FOR_VECTORS(v)
            sum.v[v] += load_values(&A->value, value + v * LANES) *
                        gather(x, index + v * LANES);
    return sum;
}
#endif
