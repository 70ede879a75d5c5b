/* tests/cudart/cusparse.c - y = A x of cuSPARSE on the host, for matrices in CSR and in
 * sliced ELL with indices of 32 bits (stub.h). Empty where cusparse.h is missing. */
#include "stub.h"
#if __has_include(<cusparse.h>)
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>

struct cusparseSpMatDescr {
    int sliced;
    int64_t rows, columns, entries, stored, slice;
    const int *offset, *column;
    const void *value;
    cudaDataType type;
};
struct cusparseDnVecDescr {
    int64_t length;
    void *value;
    cudaDataType type;
};

/* The arrays of a descriptor must be in live memory of the device. */
static cusparseStatus_t check_array(const void *p, size_t bytes)
{
    const struct block *b = block_of(p);
    if (b && b->place == DEVICE &&
        (size_t)(b->start + b->bytes - (const char *)p) >= bytes)
        return CUSPARSE_STATUS_SUCCESS;
    mistake("cusparse: an array of %zu bytes at %p", bytes, p);
    return CUSPARSE_STATUS_INVALID_VALUE;
}

static size_t size_of(cudaDataType type)
{
    return type == CUDA_R_64F ? sizeof(double) : sizeof(float);
}

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    static int nothing;
    *handle = (cusparseHandle_t)(void *)&nothing;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    (void)handle;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t s)
{
    (void)handle;
    return check_stream(s, __func__) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS
                                                    : CUSPARSE_STATUS_INVALID_VALUE;
}
const char *cusparseGetErrorString(cusparseStatus_t status)
{
    return status == CUSPARSE_STATUS_SUCCESS ? "no error" : "a mistake";
}

static cusparseStatus_t create(cusparseSpMatDescr_t *matrix,
                               struct cusparseSpMatDescr m, int64_t offsets)
{
    *matrix = malloc(sizeof **matrix);
    **matrix = m;
    const size_t stored = (size_t)m.stored;
    if (check_array(m.offset, (size_t)offsets * sizeof(int)) ||
        check_array(m.column, stored * sizeof(int)))
        return CUSPARSE_STATUS_INVALID_VALUE;
    return check_array(m.value, stored * size_of(m.type));
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows,
                                   int64_t columns, int64_t entries, void *offset,
                                   void *column, void *value, cusparseIndexType_t a,
                                   cusparseIndexType_t b, cusparseIndexBase_t base,
                                   cudaDataType type)
{
    (void)a, (void)b, (void)base;
    return create(matrix,
                  (struct cusparseSpMatDescr){0, rows, columns, entries, entries, 1,
                                              offset, column, value, type},
                  rows + 1);
}

cusparseStatus_t
cusparseCreateSlicedEll(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                        int64_t entries, int64_t stored, int64_t slice,
                        void *offset, void *column, void *value,
                        cusparseIndexType_t a, cusparseIndexType_t b,
                        cusparseIndexBase_t base, cudaDataType type)
{
    (void)a, (void)b, (void)base;
    return create(matrix,
                  (struct cusparseSpMatDescr){1, rows, columns, entries, stored,
                                              slice, offset, column, value, type},
                  (rows + slice - 1) / slice + 1);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix)
{
    free((void *)matrix);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t length,
                                     void *value, cudaDataType type)
{
    *vector = malloc(sizeof **vector);
    **vector = (struct cusparseDnVecDescr){length, value, type};
    return check_array(value, (size_t)length * size_of(type));
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector)
{
    free((void *)vector);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation,
                        const void *alpha, cusparseConstSpMatDescr_t matrix,
                        cusparseConstDnVecDescr_t x, const void *beta,
                        cusparseDnVecDescr_t y, cudaDataType type,
                        cusparseSpMVAlg_t algorithm, size_t *size)
{
    (void)handle, (void)operation, (void)alpha, (void)matrix, (void)x, (void)beta;
    (void)y, (void)type, (void)algorithm;
    *size = 1000;
    return CUSPARSE_STATUS_SUCCESS;
}

static double number(const void *value, int64_t i, cudaDataType type)
{
    return type == CUDA_R_64F ? ((const double *)value)[i]
                              : (double)((const float *)value)[i];
}

/* alpha is 1 and beta is 0. */
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle,
                              cusparseOperation_t operation, const void *alpha,
                              cusparseConstSpMatDescr_t matrix,
                              cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type,
                              cusparseSpMVAlg_t algorithm, void *buffer)
{
    const struct cusparseSpMatDescr *A = matrix;
    int64_t entries = 0;
    (void)handle, (void)operation, (void)alpha, (void)beta;
    if (check_array(buffer, 1000) || type != A->type || type != x->type ||
        algorithm !=
            (A->sliced ? CUSPARSE_SPMV_SELL_ALG1 : CUSPARSE_SPMV_CSR_ALG1)) {
        mistake("cusparseSpMV: formats or algorithm do not agree");
        return CUSPARSE_STATUS_INVALID_VALUE;
    }
    for (int64_t i = 0; i < A->rows; i++) {
        const int64_t s = i / A->slice, first = A->offset[s] + i % A->slice;
        double sum = 0;
        for (int64_t e = first; e < A->offset[s + 1]; e += A->slice)
            if (A->column[e] >= 0) {
                sum += number(A->value, e, type) *
                       number(x->value, A->column[e], type);
                entries++;
            }
        if (type == CUDA_R_64F)
            ((double *)y->value)[i] = sum;
        else
            ((float *)y->value)[i] = (float)sum;
    }
    if (entries != A->entries) {
        mistake("cusparseSpMV: %lld entries instead of %lld", (long long)entries,
                (long long)A->entries);
        return CUSPARSE_STATUS_INVALID_VALUE;
    }
    return CUSPARSE_STATUS_SUCCESS;
}
#endif
