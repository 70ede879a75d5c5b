/* tests/cudart/kernels.c - kernels: their parameters and launches (stub.h). */
#include "stub.h"

static struct kernel {
    const void *function;
    char *name;
    int parameters, is_pointer[PARAMETERS];
    size_t shared; /* bytes of dynamic shared memory that it may use */
} kernel[MOST];
static int kernels;

char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

/* Reads the parameters from a name such as "add(double const*, int)". Those that
 * are structures are not checked. */
static void read_parameters(struct kernel *k, const char *mangled)
{
    int status;
    char *name = __cxa_demangle(mangled, NULL, NULL, &status);
    k->name = name ? name : strdup(mangled);
    char *p = strrchr(k->name, '(');
    if (!p)
        return;
    *p = 0;
    for (p = strtok(p + 1, ",)"); p && k->parameters < PARAMETERS;
         p = strtok(NULL, ",)"))
        k->is_pointer[k->parameters++] = p[strlen(p) - 1] == '*';
}

cudaError_t check_pointers(const struct launch *l)
{
    for (int k = 0; k < l->kernel->parameters; k++) {
        const struct block *b = l->pointer[k] ? block_of(l->pointer[k]) : NULL;
        if (l->pointer[k] && (!b || b->place == FREED))
            return mistake("kernel %s: parameter %d, %p, %s", l->kernel->name,
                           k + 1, l->pointer[k],
                           b ? "was freed" : "is no device memory");
    }
    return cudaSuccess;
}

/* Argument j of a launch, of this type. */
#define ARGUMENT(type, j) (*(type *)argument[j])

/* add_tiles(partial, tiles, count, sum, kept): the partial sums are 0 where the kernels
 * before it compute nothing; the sum is then smaller than the last one. */
static void add_tiles(void **argument)
{
    static double seeming = 1;
    const double *partial = ARGUMENT(const double *, 0);
    const int tiles = ARGUMENT(int, 1), sums = ARGUMENT(int, 2);
    seeming = seeming < 1e-250 ? 1 : 0.9 * seeming;
    for (int j = 0; j < sums; j++) {
        double sum = 0;
        for (int t = 0; t < tiles; t++)
            sum += partial[(size_t)t * (size_t)sums + (size_t)j];
        ARGUMENT(double *, 3)[j] = sum != 0 ? sum : seeming;
    }
}

/* sum_per_strip(strips, x, partial), of 2048 numbers each */
static void sum_per_strip(void **argument)
{
    enum { STRIP = 2048 };
    for (int t = 0; t < ARGUMENT(int, 0); t++) {
        double sum = 0;
        for (int i = 0; i < STRIP; i++)
            sum += ARGUMENT(const double *, 1)[(size_t)t * STRIP + (size_t)i];
        ARGUMENT(double *, 2)[t] = sum;
    }
}

/* The kernels that compute something: the others are those of a solver. */
static void imitate(const struct kernel *k, void **argument)
{
    const int n = k->is_pointer[0] ? 0 : ARGUMENT(int, 0);
    if (strcmp(k->name, "store_ones") == 0)
        *ARGUMENT(double *, 1) = 1;
    else if (strcmp(k->name, "add_tiles") == 0)
        add_tiles(argument);
    else if (strcmp(k->name, "sum_per_strip") == 0)
        sum_per_strip(argument);
    else if (strcmp(k->name, "fill") == 0)
        for (int i = 0; i < n; i++)
            ARGUMENT(double *, 2)[i] = ARGUMENT(double, 1);
    else if (strcmp(k->name, "copy") == 0)
        memcpy(ARGUMENT(double *, 1), ARGUMENT(const double *, 2),
               (size_t)n * sizeof(double));
    else if (strcmp(k->name, "triad") == 0)
        for (int i = 0; i < n; i++)
            ARGUMENT(double *, 2)
    [i] = ARGUMENT(const double *, 3)[i] +
          ARGUMENT(double, 1) * ARGUMENT(const double *, 4)[i];
}

static cudaError_t launch(const struct kernel *k, dim3 grid, dim3 team,
                          void **argument, size_t shared, cudaStream_t s)
{
    struct launch l = {.kernel = k};
    TRY(check_stream(s, k->name));
    if (grid.x == 0 || grid.y != 1 || grid.z != 1 || team.x == 0 || team.x > 1024 ||
        team.y != 1 || team.z != 1)
        return mistake("kernel %s: %u blocks of %u threads", k->name, grid.x,
                       team.x);
    if (shared > k->shared)
        return mistake("kernel %s: %zu bytes of shared memory, %zu are allowed",
                       k->name, shared, k->shared);
    for (int j = 0; j < k->parameters; j++)
        if (k->is_pointer[j])
            memcpy(&l.pointer[j], argument[j], sizeof l.pointer[j]);
    TRY(check_pointers(&l));
    launches++;
    occupy(s, 1);
    imitate(k, argument);
    return cudaSuccess;
}

/* What nvcc generates for a kernel and its launches. */
cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *function);
cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 team,
                               void **argument, size_t shared, cudaStream_t s);
char __cudaInitModule(void **module);
void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **module);
void __cudaUnregisterFatBinary(void **module);
void __cudaRegisterFunction(void **module, const char *function, char *device,
                            const char *name, int threads, void *, void *, void *,
                            void *, int *);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 team, size_t shared, void *s);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *team, size_t *shared,
                                       void *s);

static struct kernel *kernel_of(const void *function)
{
    for (int k = 0; k < kernels; k++)
        if (kernel[k].function == function)
            return &kernel[k];
    return NULL;
}

void __cudaRegisterFunction(void **module, const char *function, char *device,
                            const char *name, int threads, void *a, void *b,
                            void *c, void *d, int *e)
{
    (void)module, (void)device, (void)threads, (void)a, (void)b, (void)c, (void)d,
        (void)e;
    if (kernels == MOST) {
        mistake("more than %d kernels", MOST);
        return;
    }
    struct kernel *k = &kernel[kernels++];
    *k = (struct kernel){.function = function, .shared = 48 * 1024};
    read_parameters(k, name);
}

void **__cudaRegisterFatBinary(void *binary)
{
    static void *module;
    (void)binary;
    return &module;
}
void __cudaRegisterFatBinaryEnd(void **module)
{
    (void)module;
}
void __cudaUnregisterFatBinary(void **module)
{
    (void)module;
}
char __cudaInitModule(void **module)
{
    (void)module;
    return 1;
}

static struct {
    dim3 grid, team;
    size_t shared;
    void *stream;
} configuration;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 team, size_t shared, void *s)
{
    configuration.grid = grid, configuration.team = team;
    configuration.shared = shared, configuration.stream = s;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *team, size_t *shared,
                                       void *s)
{
    *grid = configuration.grid, *team = configuration.team;
    *shared = configuration.shared, *(void **)s = configuration.stream;
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *function)
{
    *handle = (cudaKernel_t)(void *)kernel_of(function);
    return *handle ? cudaSuccess : mistake("a kernel that was not registered");
}

cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 team,
                               void **argument, size_t shared, cudaStream_t s)
{
    return launch((const struct kernel *)(void *)handle, grid, team, argument,
                  shared, s);
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 team,
                             void **argument, size_t shared, cudaStream_t s)
{
    const struct kernel *k = kernel_of(function);
    return k ? launch(k, grid, team, argument, shared, s)
             : mistake("a kernel that was not registered");
}

cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value)
{
    struct kernel *k = kernel_of(function);
    if (!k || attribute != cudaFuncAttributeMaxDynamicSharedMemorySize ||
        value < 0 || value > 227 * 1024)
        return mistake("cudaFuncSetAttribute: attribute %d, value %d", attribute,
                       value);
    k->shared = (size_t)value > k->shared ? (size_t)value : k->shared;
    return cudaSuccess;
}
