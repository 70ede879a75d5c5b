/* tests/data/cuda/features.cu - what CUDA programs may use without a GPU; prints what is wrong. */
#ifdef __NVCC__
#include <cuda_pipeline.h>
#endif
#include <cstdio>
#include <vector>

static int wrong;
static void expect(bool right, const char *what)
{
    if (!right)
        printf("WRONG: %s\n", what), wrong++;
}

/* Each thread of a grid of three dimensions writes its number. */
__global__ void number(int *p)
{
    const dim3 i(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                 blockIdx.z * blockDim.z + threadIdx.z);
    const int nx = gridDim.x * blockDim.x, ny = gridDim.y * blockDim.y;
    p[(i.z * ny + i.y) * nx + i.x] = (i.z * ny + i.y) * nx + i.x;
}

/* Shuffles of a type, in groups of 8 lanes, and within a half of the warp. */
template <class T> __global__ void shuffle(T *p)
{
    const int lane = threadIdx.x % 32;
    const T v = threadIdx.x;
    T sum = __shfl_sync(~0u, v, 3, 8) + __shfl_up_sync(~0u, v, 1) + __shfl_down_sync(~0u, v, 2, 8);
    if (lane >= 16)
        sum += __shfl_xor_sync(0xffff0000u, v, 5);
    p[threadIdx.x] = sum;
}
template <class T> static void test_shuffle(const char *name)
{
    T p[64], *q;
    cudaMalloc(&q, sizeof p);
    shuffle<T><<<1, 64>>>(q);
    cudaMemcpy(p, q, sizeof p, cudaMemcpyDefault);
    int right = 0;
    for (int t = 0; t < 64; t++)
        right += p[t] == t / 8 * 8 + 3 + t - (t % 32 > 0) + t + (t % 8 < 6 ? 2 : 0) +
                             (t % 32 >= 16 ? t ^ 5 : 0);
    expect(right == 64, name);
    cudaFree(q);
}

/* Votes; threads that have ended take no part. */
__global__ void vote(unsigned *p)
{
    if (threadIdx.x >= 40)
        return;
    const unsigned even = __ballot_sync(~0u, threadIdx.x % 2 == 0);
    const int all = __all_sync(~0u, threadIdx.x < 32), any = __any_sync(~0u, threadIdx.x == 39);
    __syncwarp();
    p[threadIdx.x] = even + all + 2 * any;
}

__global__ void count(int *i, double *d, unsigned long long *u)
{
    atomicAdd(i, 2), atomicAdd(d, 0.5), atomicAdd(u, 1ull), atomicMax(i + 1, (int)threadIdx.x);
}

/* An asynchronous copy arrives when the thread waits for its complete batch; until then its target is NaN. */
__global__ void copy(const int *from, int *p)
{
    __shared__ alignas(16) int s[3];
    for (int i = 0; i < 3; i++) {
        s[i] = 1;
        __pipeline_memcpy_async(&s[i], &from[i], 4);
        p[i] = s[i];
        if (i < 2)
            __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    p[3] = s[0], p[4] = s[1];
    __pipeline_wait_prior(0);
    p[5] = s[1], p[6] = s[2];
}

__global__ void add(int n, const float *x, float *y)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] += x[i];
}

/* A stream does its work late: the host that does not wait reads NaN. */
static void test_streams()
{
    enum { N = 100 };
    float x[N], y[N], *device_x, *device_y;
    cudaStream_t one, two;
    cudaEvent_t copied;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaMalloc(&device_x, sizeof x);
    cudaMalloc(&device_y, sizeof y);
    for (float &v : x)
        v = 1;
    cudaMemsetAsync(device_y, 0, sizeof y, two);
    cudaMemcpyAsync(device_x, x, sizeof x, cudaMemcpyHostToDevice, one);
    cudaEventRecord(copied, one);
    cudaStreamWaitEvent(two, copied, 0); /* 5 */
    add<<<1, 32, 0, two>>>(N, device_x, device_y);
    cudaMemcpyAsync(y, device_y, sizeof y, cudaMemcpyDeviceToHost, two);
    expect(!(y[0] == 1), "a copy without a wait is not late");
    cudaStreamSynchronize(two); /* 6 */
    expect(y[0] == 1 && y[N - 1] == 1, "two streams");
    cudaEventDestroy(copied), cudaStreamDestroy(one), cudaStreamDestroy(two);
    cudaFree(device_x), cudaFree(device_y);
}

int main()
{
    const dim3 grid(3, 2, 2), block(4, 16, 16);
    std::vector<int> p(12 * 1024);
    int *q, right = 0;
    cudaMalloc(&q, p.size() * sizeof(int));
    number<<<grid, block>>>(q);
    cudaMemcpy(p.data(), q, p.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < (int)p.size(); i++)
        right += p[i] == i;
    expect(right == 12 * 1024, "three dimensions, 1,024 threads");
    test_shuffle<int>("int"), test_shuffle<float>("float"), test_shuffle<double>("double");
    test_shuffle<long long>("long long");
    unsigned votes[40], *u;
    cudaMalloc(&u, sizeof votes);
    vote<<<1, 64>>>(u);
    cudaMemcpy(votes, u, sizeof votes, cudaMemcpyDeviceToHost);
    expect(votes[0] == 0x55555556 && votes[39] == 0x55 + 2, "votes");
    struct { unsigned long long u; double d; int i[2]; } sums = {}, *s;
    cudaMalloc(&s, sizeof sums);
    cudaMemcpy(s, &sums, sizeof sums, cudaMemcpyHostToDevice);
    count<<<3, 100>>>(s->i, &s->d, &s->u);
    cudaMemcpy(&sums, s, sizeof sums, cudaMemcpyDeviceToHost);
    expect(sums.i[0] == 600 && sums.i[1] == 99 && sums.d == 150 && sums.u == 300, "atomicAdd");
    copy<<<1, 1>>>(q + 20, q); /* q[i] is i */
    p.resize(7);
    cudaMemcpy(p.data(), q, 7 * sizeof(int), cudaMemcpyDefault);
    expect(p == std::vector<int>{-1, -1, -1, 20, -1, 21, -1}, "batches of asynchronous copies");
    test_streams();
    expect(cudaGetLastError() == cudaSuccess, "no error");
    number<<<1, 2048>>>(q);
    expect(cudaGetLastError() != cudaSuccess, "2,048 threads");
    expect(cudaMemcpy(q, p.data(), 4, cudaMemcpyDeviceToHost) != cudaSuccess, "a wrong direction");
    expect(cudaFree(q + 1) != cudaSuccess, "cudaFree of another address");
    cudaEvent_t e;
    float ms = 0;
    cudaEventCreate(&e), cudaEventRecord(e), cudaEventElapsedTime(&ms, e, e);
    expect(!(ms == ms), "a time that is a number");
    printf("%d wrong\n", wrong);
    return wrong > 0;
}
