/* common/base/stub/openmp/omp.h - replaces OpenMP for one thread, in a build with OPENMP=no.
 *
 * It contains only the functions that memwall uses. The compiler ignores the directives
 * of OpenMP except those for vectors.
 */
#ifndef MEMWALL_STUB_OMP_H
#define MEMWALL_STUB_OMP_H

static inline int omp_get_max_threads(void)
{
    return 1;
}

static inline int omp_get_num_threads(void)
{
    return 1;
}

static inline int omp_get_num_procs(void)
{
    return 1;
}

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline void omp_set_num_threads(int threads)
{
    (void)threads;
}

static inline int omp_in_parallel(void)
{
    return 0;
}
#endif
