/* tests/unit_formats.c - 16-bit floating point against its definition, all 65,536
 * values.
 *
 * The definition: value = (-1)^s 2^(e - bias) (1 + f / 2^bits), subnormal for e =
 * 0, Inf or NaN for the largest e. Rounding is checked on both sides of every
 * midpoint.
 */
#include "convert.h"
#include "tap.h"

/* The value of a 16-bit number with so many exponent bits, from the definition. */
static double defined(uint16_t h, int exponent_bits)
{
    int fraction_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    int e = h >> fraction_bits & ((1 << exponent_bits) - 1);
    int f = h & ((1 << fraction_bits) - 1);
    double value = e == 0 ? ldexp(f, 1 - bias - fraction_bits)
                   : e == (1 << exponent_bits) - 1
                       ? (f ? (double)NAN : (double)INFINITY)
                       : ldexp((1 << fraction_bits) + f, e - bias - fraction_bits);
    return h & 0x8000 ? -value : value;
}

static int same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

typedef float widener(uint16_t);
typedef uint16_t rounder(float);

static void test_widening(const char *name, widener *wide, int exponent_bits)
{
    int wrong = 0;
    for (int h = 0; h < 65536; h++)
        wrong +=
            !same((double)wide((uint16_t)h), defined((uint16_t)h, exponent_bits));
    ok(wrong == 0, "%s: every value is what the definition says (%d differ)", name,
       wrong);
}

/* x rounds to h for x = h; to the nearer, and at the midpoint to the even,
 * neighbor. */
static void test_rounding(const char *name, rounder *narrow, int exponent_bits)
{
    int wrong = 0, inf = ((1 << exponent_bits) - 1) << (15 - exponent_bits);
    for (int h = 0; h < inf; h++) {
        double here = defined((uint16_t)h, exponent_bits);
        double next = h + 1 < inf
                          ? defined((uint16_t)(h + 1), exponent_bits)
                          : 2 * here - defined((uint16_t)(h - 1), exponent_bits);
        float middle = (float)((here + next) / 2);
        int even = h % 2 ? h + 1 : h;
        wrong += narrow((float)here) != h || narrow(-(float)here) != (h | 0x8000);
        wrong += narrow(middle) != even;
        wrong += narrow(nextafterf(middle, -INFINITY)) != h;
        if (isfinite(nextafterf(middle, INFINITY)))
            wrong += narrow(nextafterf(middle, INFINITY)) != h + 1;
    }
    ok(wrong == 0, "%s: nearest, ties to even, on both sides (%d wrong)", name,
       wrong);
    ok(narrow(INFINITY) == inf && narrow(-INFINITY) == (inf | 0x8000), "%s: Inf",
       name);
    ok((narrow(NAN) & 0x7fff) > inf, "%s: NaN", name);
    ok(narrow(0.0f) == 0 && narrow(-0.0f) == 0x8000, "%s: both zeros", name);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_widening("f16", f16_to_f32, 5);
    test_widening("f16, portable twin", f16_to_f32_bits, 5);
    test_widening("bf16", bf16_to_f32, 8);
    test_rounding("f16", f32_to_f16, 5);
    test_rounding("f16, portable twin", f32_to_f16_bits, 5);
    test_rounding("bf16", f32_to_bf16, 8);
    int differ = 0;
    for (uint64_t u = 0; u < UINT64_C(1) << 32;
         u += 4099) { /* a prime: no pattern */
        float x = bits_float((uint32_t)u);
        uint16_t a = f32_to_f16(x), b = f32_to_f16_bits(x);
        differ +=
            isnan(x) ? (a & 0x7fff) <= 0x7c00 || (b & 0x7fff) <= 0x7c00 : a != b;
    }
    ok(differ == 0, "f16: hardware and twin agree on a million f32 (%d differ)",
       differ);
    return done();
}
