/* tests/unit/unit_formats.c - f16 against its definition, all 65,536 values; powers of two.
 *
 * The definition: value = (-1)^s 2^(e - 15) (1 + f / 2^10), subnormal for e = 0, Inf or
 * NaN for e = 31. Rounding is checked on both sides of every midpoint.
 */
#include "number.h"
#include "tap.h"

enum { INFINITE = 0x7c00, SIGN = 0x8000 };

/* The value of a number of f16 with these bits, from the definition. */
static double defined(int h)
{
    const int e = h >> 10 & 31, f = h & 1023;
    const double value = e == 0    ? ldexp(f, -24)
                         : e == 31 ? (f ? (double)NAN : (double)INFINITY)
                                   : ldexp(1024 + f, e - 25);
    return h & SIGN ? -value : value;
}

static int same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

typedef float widener(type_f16);
typedef type_f16 rounder(double);

static void test_widening(const char *name, widener *wide)
{
    int wrong = 0;
    for (int h = 0; h < 65536; h++)
        wrong += !same((double)wide((type_f16){(uint16_t)h}), defined(h));
    ok(wrong == 0, "%s: every value is what the definition says (%d differ)", name,
       wrong);
}

/* x rounds to h for x = h; to the nearer, and at the midpoint to the even,
 * neighbor. */
static void test_rounding(const char *name, rounder *narrow)
{
    int wrong = 0;
    for (int h = 0; h < INFINITE; h++) {
        const double here = defined(h), next = h + 1 < INFINITE
                                                   ? defined(h + 1)
                                                   : 2 * here - defined(h - 1);
        const float middle = (float)((here + next) / 2);
        const int even = h % 2 ? h + 1 : h;
        wrong += narrow(here).bits != h || narrow(-here).bits != (h | SIGN);
        wrong += narrow((double)middle).bits != even;
        wrong += narrow((double)nextafterf(middle, -INFINITY)).bits != h;
        wrong += narrow((double)nextafterf(middle, INFINITY)).bits != h + 1;
    }
    ok(wrong == 0, "%s: nearest, ties to even, on both sides (%d wrong)", name,
       wrong);
    ok(narrow((double)INFINITY).bits == INFINITE &&
           narrow(-(double)INFINITY).bits == (INFINITE | SIGN),
       "%s: Inf", name);
    ok((narrow((double)NAN).bits & 0x7fff) > INFINITE, "%s: NaN", name);
    ok(narrow(0.0).bits == 0 && narrow(-0.0).bits == SIGN, "%s: both zeros", name);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_widening("f16", widen_f16);
    test_widening("f16, portable twin", widen_f16_bits);
    test_rounding("f16", round_f16);
    test_rounding("f16, portable twin", round_f16_bits);
    int differ = 0;
    for (uint64_t u = 0; u < UINT64_C(1) << 32;
         u += 4099) { /* a prime: no pattern */
        const float x = bits_float((uint32_t)u);
        const int a = round_f16((double)x).bits, b = round_f16_bits((double)x).bits;
        differ += isnan(x) ? (a & 0x7fff) <= INFINITE || (b & 0x7fff) <= INFINITE
                           : a != b;
    }
    ok(differ == 0, "f16: hardware and twin agree on a million f32 (%d differ)",
       differ);
    int wrong = 0;
    for (int e = -126; e <= 127; e++)
        wrong += (double)power_of_two(e) != ldexp(1, e);
    ok(wrong == 0, "2^e is a normal number of f32 for all e (%d differ)", wrong);
    return done();
}
