/* common/engine/setup.c - collects and reports sizes and set-up times (setup.h). */
#include "setup.h"
#include "error.h"
#include <math.h>
#include <stdio.h>

void setup_add_rounding(struct setup *setup, const struct row_rounding *rounding)
{
    setup->rounding.rows += rounding->rows;
    setup->rounding.exact += rounding->exact;
    setup->rounding.scaled += rounding->scaled;
    setup->rounding.error = fmax(setup->rounding.error, rounding->error);
}

void setup_add(struct setup *setup, const struct matrix *A)
{
    struct size_of_level *level = &setup->level[setup->levels++];
    *level = (struct size_of_level){.n = A->n,
                                    .rows = A->global_rows,
                                    .nonzeros = A->global_nonzeros,
                                    .colors = A->colors.count};
    layout_describe(A, level->layout, sizeof level->layout);
    setup_add_rounding(setup, &A->rounding);
}

void setup_collect(struct setup *setup, const struct setup_times *times,
                   MPI_Comm comm)
{
    double t[5] = {times->all, times->generate, times->halo, times->order,
                   times->layout};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, t, 5, MPI_DOUBLE, MPI_MAX, comm));
    setup->times = (struct setup_times){t[0], t[1], t[2], t[3], t[4]};
}

void setup_print_rounding(const struct setup *setup)
{
    const struct row_rounding *a = &setup->rounding;
    if (a->rows > 0) /* only exact rows are 100 %: rounded down */
        printf(
            "8-bit matrix: %.4g %% of the rows exact, largest relative error %.1e, "
            "%.0f rows with another scale than 1\n",
            floor(1e3 * a->exact / a->rows) / 10, a->error, a->scaled);
}

void setup_json_levels(struct json *j, const struct setup *setup)
{
    const struct row_rounding *a = &setup->rounding;
    json_array(j, "levels");
    for (int l = 0; l < setup->levels; l++) {
        const struct size_of_level *level = &setup->level[l];
        json_object(j, NULL);
        json_add(j, "rows=%lld nonzeros=%lld colors=%d layout=%s",
                 (long long)level->rows, (long long)level->nonzeros, level->colors,
                 level->layout);
        json_end(j);
    }
    json_end(j);
    if (a->rows > 0) {
        json_object(j, "rows_in_i8");
        json_add(j, "rows=%g exact=%g scaled=%g largest_error=%g", a->rows,
                 a->exact, a->scaled, a->error);
        json_end(j);
    }
}

void setup_json_times(struct json *j, const struct setup *setup)
{
    const struct setup_times *t = &setup->times;
    json_object(j, "setup_seconds");
    json_add(j, "all=%g matrix=%g halo=%g order=%g layout=%g", t->all, t->generate,
             t->halo, t->order, t->layout);
    json_end(j);
}
