/* tests/cudart_mistakes.c - calls the CUDA runtime wrongly, for tests of the stub
 * (cudart/stub.h).
 *
 *   cudart_mistakes NAME     makes this mistake; without a name: makes none
 */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

/* What nvcc generates for kernels: a name for the address of a function. */
void __cudaRegisterFunction(void **module, const char *function, char *device,
                            const char *name, int threads, void *a, void *b,
                            void *c, void *d, int *e);
static void add(void)
{
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
#define IS(word) (strcmp(name, word) == 0)
    enum { N = 100, BYTES = N * sizeof(double) };
    double host[N] = {0}, *x, *old, *pinned;
    int n = N;
    cudaStream_t s = NULL;
    cudaEvent_t a, b;
    float milliseconds;
    __cudaRegisterFunction(NULL, (const char *)(const void *)add, NULL,
                           "_Z3addPKdiPd", -1, NULL, NULL, NULL, NULL, NULL);
    void *arguments[] = {&x, &n, &old};
    const dim3 grid = {1, 1, 1}, team = {IS("shape") ? 2048 : 256, 1, 1};
    if (!IS("stream"))
        cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0);
    cudaEventCreateWithFlags(&a, cudaEventDefault);
    cudaEventCreateWithFlags(&b, cudaEventDefault);
    cudaMalloc((void **)&x, BYTES);
    cudaMalloc((void **)&old, BYTES);
    cudaMallocHost((void **)&pinned, BYTES);
    cudaEventRecord(a, s);
    if (IS("kernel-freed"))
        cudaFree(old);
    if (IS("kernel-host"))
        arguments[0] = &(void *){host};
    cudaLaunchKernel((const void *)add, grid, team, arguments,
                     IS("shared") ? 64 * 1024 : 0, s);
    cudaMemcpyAsync(x, host, BYTES + (IS("beyond") ? 8 : 0), cudaMemcpyHostToDevice,
                    s);
    cudaMemcpyAsync(host, IS("side") ? pinned : x, BYTES, cudaMemcpyDeviceToHost,
                    s);
    if (!IS("event"))
        cudaEventRecord(b, s);
    cudaStreamSynchronize(s);
    cudaEventElapsedTime(&milliseconds, a, b);
    cudaFree(x);
    if (IS("copy-freed"))
        cudaMemcpyAsync(x, host, BYTES, cudaMemcpyHostToDevice, s);
    if (IS("twice"))
        cudaFree(x);
    if (!IS("leak") && !IS("kernel-freed"))
        cudaFree(old);
    cudaFreeHost(pinned);
    return 0;
}
