/* ref/pack.h - collects the entries of a vector that other ranks need.
 *
 *   buffer_k = x_row(k)     for elements of 2, 4 or 8 bytes, whatever their format
 */
#ifndef MEMWALL_PACK_H
#define MEMWALL_PACK_H
#include "kernel_macros.h"
#include <stdint.h>

KERNEL pack(int rows, size_t size, const int *row, const void *x, void *buffer)
{
    FOR_ALL(k, rows) {
        if (size == 8)
            ((uint64_t *)buffer)[k] = ((const uint64_t *)x)[row[k]];
        else if (size == 4)
            ((uint32_t *)buffer)[k] = ((const uint32_t *)x)[row[k]];
        else
            ((uint16_t *)buffer)[k] = ((const uint16_t *)x)[row[k]];
    }
}
#endif
