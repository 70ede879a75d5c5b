/* tests/trees-emu/atonce/sweep.c - broken on purpose: one launch relaxes the rows of
 * all colors, although a row must read the new values of the earlier colors. */
#include <rows.h>
#include <sweep_product.h> /* its launch is right */
#pragma push_macro("LAUNCH_ROWS")
#undef LAUNCH_ROWS
#define LAUNCH_ROWS(kernel, rows_of_color, ...)                                \
    do {                                                                       \
        const struct rows all_ =                                               \
            boundary ? rows_of(A, A->layout->interior, A->layout->slices)      \
                     : rows_of(A, 0, A->layout->interior);                     \
        if (c == 0 && start != NULL)                                           \
            LAUNCH(kernel, all_.count *all_.layout.height, all_, __VA_ARGS__); \
    } while (0)
#include "../../../opt/gpu/sweep.c"
#pragma pop_macro("LAUNCH_ROWS")
