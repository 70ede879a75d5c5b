/* common/formats/lookup.h - vectors of numbers that are looked up in a table by codes.
 *
 *   lookup_load(table)             a table of 16 numbers, in registers
 *   lookup_codes(t, code, bit)     its numbers for LANES codes of 4 bits
 *   gather_codes(table, code)      the numbers of a table of up to 256, for LANES bytes
 *
 * A permutation by the codes looks up a whole vector: vpermps for float and vpermt2pd
 * for double with AVX-512; with AVX2, vpermps for each half of the table (double: for
 * each half of the numbers). Other processors, and tables of 256 numbers, load each
 * number from the table in the L1 cache.
 */
#ifndef MEMWALL_LOOKUP_H
#define MEMWALL_LOOKUP_H
#include "simd.h"

#if defined(__AVX512F__)
typedef struct {
    __m512i low, high; /* entries 0..7 and 8..15 of double; all of float: low */
} lookup;

SIMD lookup lookup_load(const acc *table)
{
    return (lookup){LOAD(__m512i, table), LOAD(__m512i, table + 16 - LANES)};
}

/* The codes are in bits bit .. bit+3 of the bytes code[0 .. LANES-1]; the permutations
 * ignore the bits above. */
SIMD vec lookup_codes(lookup t, const uint8_t *code, int bit)
{
    if (LANES == 16) {
        const __m512i index = _mm512_cvtepu8_epi32(LOAD(__m128i, code));
        return (vec)_mm512_permutexvar_epi32(
            bit ? _mm512_srli_epi32(index, 4) : index, t.low);
    }
    const __m512i index = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const void *)code));
    return (vec)_mm512_permutex2var_epi64(
        t.low, bit ? _mm512_srli_epi64(index, 4) : index, t.high);
}
#elif defined(__AVX2__)
/* float: entries 0..7, 8..15. double: their lower 32 bits, then their upper 32 bits. */
typedef struct {
    __m256i part[4];
} lookup;

SIMD lookup lookup_load(const acc *table)
{
    lookup t;
    for (int k = 0; k < 2; k++) {
        if (LANES == 16) {
            t.part[k] = LOAD(__m256i, table + 8 * k);
            continue;
        }
        const __m256i even_first = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
        const __m256i a = _mm256_permutevar8x32_epi32(LOAD(__m256i, table + 8 * k),
                                                      even_first),
                      b = _mm256_permutevar8x32_epi32(
                          LOAD(__m256i, table + 8 * k + 4), even_first);
        t.part[k] = _mm256_permute2x128_si256(a, b, 0x20);
        t.part[2 + k] = _mm256_permute2x128_si256(a, b, 0x31);
    }
    return t;
}

/* Entry index[l] of the table a, b for l = 0 .. 7. */
SIMD __m256i permute_16(__m256i a, __m256i b, __m256i index)
{
    return (__m256i)_mm256_blendv_ps(
        (__m256)_mm256_permutevar8x32_epi32(a, index),
        (__m256)_mm256_permutevar8x32_epi32(b, index),
        (__m256)_mm256_slli_epi32(index, 28)); /* selects by bit 3 */
}

SIMD vec lookup_codes(lookup t, const uint8_t *code, int bit)
{
    __m256i half[2];
    if (LANES == 16) {
        for (int h = 0; h < 2; h++) {
            const __m256i index =
                _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)(code + 8 * h)));
            half[h] = permute_16(t.part[0], t.part[1],
                                 bit ? _mm256_srli_epi32(index, 4) : index);
        }
    } else {
        /* unpack joins entries 0 1 4 5 and 2 3 6 7 to numbers */
        const __m128i order =
            _mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
        __m256i index = _mm256_cvtepu8_epi32(
            _mm_shuffle_epi8(_mm_loadl_epi64((const void *)code), order));
        index = bit ? _mm256_srli_epi32(index, 4) : index;
        const __m256i low = permute_16(t.part[0], t.part[1], index),
                      high = permute_16(t.part[2], t.part[3], index);
        half[0] = _mm256_unpacklo_epi32(low, high);
        half[1] = _mm256_unpackhi_epi32(low, high);
    }
    vec v;
    memcpy(&v, half, sizeof v);
    return v;
}
#else
typedef struct {
    const acc *table;
} lookup;

SIMD lookup lookup_load(const acc *table)
{
    return (lookup){table};
}

SIMD vec lookup_codes(lookup t, const uint8_t *code, int bit)
{
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = t.table[code[l] >> bit & 15];
    return v;
}
#endif

/* table[code[0]], table[code[1]], ... */
SIMD vec gather_codes(const acc *table, const uint8_t *code)
{
#if defined(__AVX512F__)
    if (LANES == 16)
        return (vec)_mm512_i32gather_ps(_mm512_cvtepu8_epi32(LOAD(__m128i, code)),
                                        table, 4);
    return (vec)_mm512_i32gather_pd(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)code)), table, 8);
#else
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = table[code[l]];
    return v;
#endif
}
#endif
