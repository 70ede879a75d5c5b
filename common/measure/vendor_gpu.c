/* common/measure/vendor_gpu.c - y = A x by cuSPARSE (vendor.h).
 *
 *   CSR          row offsets, columns, values
 *   sliced ELL   slices of 32 rows, each as wide as its longest row; a slice is
 *                stored column by column, and missing entries have the column -1
 *
 * cost: 2 nnz flops; the stored entries with columns of 4 bytes, the offsets, x and y
 * are each transferred once
 */
#include "vendor.h"
#include "csr.h"
#include "device.h"
#include "error.h"
#include "gpu.h"
#include "memory.h"
#include "phase.h"
#include <cusparse.h>
#include <limits.h>
#include <math.h>

enum { SLICE = 32 };

struct vendor {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t matrix;
    cusparseSpMVAlg_t algorithm;
    cudaDataType type;
    enum format format;
    int n;
    double entries, bytes; /* nonzeros of A; bytes that a product transfers */
    int *offset, *column;  /* in device memory, like value and buffer */
    void *value, *buffer;
};

#define VENDOR_OK(call)                                            \
    do {                                                           \
        const cusparseStatus_t s_ = call;                          \
        if (s_ != CUSPARSE_STATUS_SUCCESS)                         \
            die("%s:%d: %s failed: %s", __FILE__, __LINE__, #call, \
                cusparseGetErrorString(s_));                       \
    } while (0)

/* The arrays of a storage on the host. */
struct arrays {
    int offsets;
    size_t entries;
    int *offset, *column;
    char *value;
};

static struct arrays arrays_create(int offsets, size_t entries, enum format f)
{
    struct arrays a;
    a.offsets = offsets;
    a.entries = entries;
    a.offset = NEW(int, (size_t)offsets, "offsets of the vendor's matrix");
    a.column = NEW(int, entries, "columns of the vendor's matrix");
    a.value =
        (char *)mem_zero(entries, format_bytes(f), "values of the vendor's matrix");
    return a;
}

static void store(struct arrays *a, size_t e, int column, double value,
                  enum format f)
{
    a->column[e] = column;
    if (f == F64)
        ((double *)(void *)a->value)[e] = value;
    else
        ((float *)(void *)a->value)[e] = (float)value;
}

static struct arrays to_csr(const struct csr *A, enum format f)
{
    struct arrays a = arrays_create(A->n + 1, A->ptr[A->n], f);
    for (int i = 0; i <= A->n; i++)
        a.offset[i] = (int)A->ptr[i];
    for (size_t e = 0; e < a.entries; e++)
        store(&a, e, A->col[e], A->val[e], f);
    return a;
}

/* The longest row of a slice. */
static int slice_width(const struct csr *A, int slice)
{
    int width = 0;
    for (int i = slice * SLICE; i < A->n && i < (slice + 1) * SLICE; i++) {
        const int length = (int)(A->ptr[i + 1] - A->ptr[i]);
        width = length > width ? length : width;
    }
    return width;
}

static struct arrays to_sliced_ell(const struct csr *A, enum format f)
{
    const int slices = (A->n + SLICE - 1) / SLICE;
    size_t entries = 0;
    for (int s = 0; s < slices; s++)
        entries += (size_t)slice_width(A, s) * SLICE;
    struct arrays a = arrays_create(slices + 1, entries, f);
    a.offset[0] = 0;
    for (size_t e = 0; e < entries; e++)
        a.column[e] = -1;
    for (int s = 0; s < slices; s++) {
        a.offset[s + 1] = a.offset[s] + slice_width(A, s) * SLICE;
        for (int i = s * SLICE; i < A->n && i < (s + 1) * SLICE; i++)
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
                store(&a,
                      (size_t)a.offset[s] + (e - A->ptr[i]) * SLICE +
                          (size_t)(i - s * SLICE),
                      A->col[e], A->val[e], f);
    }
    return a;
}

/* Calls the library for y = A x, or, if `size` is not NULL, asks it for the size of
 * the buffer that it needs. */
static void multiply(const struct vendor *v, const struct vector *x,
                     struct vector *y, size_t *size)
{
    const double one = 1, zero = 0;
    const float one_f32 = 1, zero_f32 = 0;
    const void *alpha = v->format == F64 ? (const void *)&one : &one_f32;
    const void *beta = v->format == F64 ? (const void *)&zero : &zero_f32;
    const cusparseOperation_t as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseDnVecDescr_t X, Y;
    VENDOR_OK(cusparseCreateDnVec(&X, v->n, x->data, v->type));
    VENDOR_OK(cusparseCreateDnVec(&Y, v->n, y->data, v->type));
    if (size)
        VENDOR_OK(cusparseSpMV_bufferSize(v->handle, as_it_is, alpha, v->matrix, X,
                                          beta, Y, v->type, v->algorithm, size));
    else
        VENDOR_OK(cusparseSpMV(v->handle, as_it_is, alpha, v->matrix, X, beta, Y,
                               v->type, v->algorithm, v->buffer));
    VENDOR_OK(cusparseDestroyDnVec(X));
    VENDOR_OK(cusparseDestroyDnVec(Y));
}

/* Provides the buffer, and compares a product with that of the entries. */
static void prepare(struct vendor *v, const struct csr *A)
{
    enum { PERIOD = 17 };
    struct vector x = vector_create(v->format, v->n, 0, "vendor's operand");
    struct vector y = vector_create(v->format, v->n, 0, "vendor's operand");
    double *value = NEW(double, (size_t)v->n, "vendor's operand");
    size_t size = 0;
    for (int i = 0; i < v->n; i++)
        value[i] = 1 + (double)(i % PERIOD) / 16;
    vector_write(&x, 0, v->n, value);
    multiply(v, &x, &y, &size);
    v->buffer = device_alloc(size + 1, 1, "buffer of the vendor's library");
    multiply(v, &x, &y, NULL);
    stream_synchronize(COMPUTE);
    vector_read(&y, 0, v->n, value);
    for (int i = 0; i < v->n; i++) {
        double sum = 0, terms = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const double term = A->val[e] * (1 + (double)(A->col[e] % PERIOD) / 16);
            sum += term;
            terms += fabs(term);
        }
        if (!(fabs(value[i] - sum) <= 1e-5 * terms))
            die("row %d of a product by the vendor's library is %g instead of %g",
                i, value[i], sum);
    }
    mem_free(value);
    vector_free(&x);
    vector_free(&y);
}

int vendor_multiplies(const struct matrix *A, enum format format)
{
    return (format == F64 || format == F32) && A->halo_n == 0 &&
           27.0 * A->n < INT_MAX;
}

struct vendor *vendor_create(const struct csr *A, enum vendor_storage storage,
                             enum format format)
{
    struct arrays a =
        storage == VENDOR_CSR ? to_csr(A, format) : to_sliced_ell(A, format);
    const size_t bytes = format_bytes(format), entries = A->ptr[A->n];
    struct vendor *v = NEW(struct vendor, 1, "vendor's matrix");
    *v = (struct vendor){};
    v->format = format;
    v->type = format == F64 ? CUDA_R_64F : CUDA_R_32F;
    v->n = A->n;
    v->entries = (double)entries;
    v->bytes = (double)a.entries * (double)(bytes + sizeof(int)) +
               (double)a.offsets * sizeof(int) + 2 * (double)A->n * (double)bytes;
    v->offset = (int *)device_upload(a.offset, (size_t)a.offsets, sizeof(int),
                                     "offsets of the vendor's matrix");
    v->column = (int *)device_upload(a.column, a.entries, sizeof(int),
                                     "columns of the vendor's matrix");
    v->value =
        device_upload(a.value, a.entries, bytes, "values of the vendor's matrix");
    VENDOR_OK(cusparseCreate(&v->handle));
    VENDOR_OK(cusparseSetStream(v->handle, gpu_stream(COMPUTE)));
    if (storage == VENDOR_CSR) {
        v->algorithm = CUSPARSE_SPMV_CSR_ALG1;
        VENDOR_OK(cusparseCreateCsr(&v->matrix, A->n, A->n, (int64_t)entries,
                                    v->offset, v->column, v->value,
                                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                    CUSPARSE_INDEX_BASE_ZERO, v->type));
    } else {
        v->algorithm = CUSPARSE_SPMV_SELL_ALG1;
        VENDOR_OK(cusparseCreateSlicedEll(
            &v->matrix, A->n, A->n, (int64_t)entries, (int64_t)a.entries, SLICE,
            v->offset, v->column, v->value, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
            CUSPARSE_INDEX_BASE_ZERO, v->type));
    }
    prepare(v, A);
    return v;
}

void vendor_free(struct vendor *v)
{
    if (!v)
        return;
    VENDOR_OK(cusparseDestroySpMat(v->matrix));
    VENDOR_OK(cusparseDestroy(v->handle));
    device_free(v->offset);
    device_free(v->column);
    device_free(v->value);
    device_free(v->buffer);
    mem_free(v);
}

void vendor_spmv(const struct vendor *v, const struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, 0);
    multiply(v, x, y, NULL);
    phase_end(2 * v->entries, v->bytes);
}
