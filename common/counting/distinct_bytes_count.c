/* common/counting/distinct_bytes_count.c - the bytes that a launch touches (distinct_bytes.h).
 *
 * A page of 4096 bytes has the bits of its bytes, a word of 64 bits for each line. Pages are
 * found in a table of two levels by the upper and the lower bits of their number.
 */
#include "distinct_bytes.h"
#include "error.h"
#include <stdint.h>
#include <stdlib.h>

void *__real_memset(void *target, int byte, size_t n); /* is not counted */

enum { PAGE_LOG2 = 12, LINES = (1 << PAGE_LOG2) / CACHE_LINE };

struct page {
    struct page *next; /* of the pages that the launch has touched */
    long launch, pass; /* the numbers of the launch and the pass of the bits */
    uint64_t in_launch[ACCESSES][LINES], in_pass[ACCESSES][LINES];
};

enum { LOW_BITS = 17, HIGH_BITS = 47 - PAGE_LOG2 - LOW_BITS };
static struct page **pages[1 << HIGH_BITS], *first; /* of the launch */
static long launch, pass;                           /* numbers */

void distinct_begin(void)
{
    launch++;
    first = NULL;
}

/* The page of an address. It has the bits of this launch. */
static inline struct page *page_of(uintptr_t address)
{
    static uintptr_t last_number = UINTPTR_MAX;
    static struct page *last;
    const uintptr_t number = address >> PAGE_LOG2;
    if (number == last_number && last->launch == launch)
        return last;
    struct page ***high = &pages[number >> LOW_BITS & ((1 << HIGH_BITS) - 1)];
    if (!*high)
        *high = calloc((size_t)1 << LOW_BITS, sizeof **high);
    struct page **p = *high ? &(*high)[number & ((1 << LOW_BITS) - 1)] : NULL;
    if (p && !*p)
        *p = calloc(1, sizeof **p);
    if (!p || !*p)
        die("no memory to count loads and stores: choose a smaller problem");
    if ((*p)->launch != launch) {
        __real_memset((*p)->in_launch, 0, sizeof(*p)->in_launch);
        (*p)->launch = launch;
        (*p)->next = first;
        first = *p;
    }
    last_number = number;
    return last = *p;
}

void distinct_mark(const char *p, size_t bytes, enum access access)
{
    while (bytes > 0) {
        const uintptr_t address = (uintptr_t)p;
        const size_t offset = address % CACHE_LINE, rest = CACHE_LINE - offset,
                     here = rest < bytes ? rest : bytes;
        const uint64_t mask = UINT64_MAX >> (CACHE_LINE - here) << offset;
        page_of(address)->in_launch[access][address / CACHE_LINE % LINES] |= mask;
        p += here;
        bytes -= here;
    }
}

static int ones(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

void distinct_of_launch(struct traffic *all, struct traffic *new)
{
    for (struct page *p = first; p; p = p->next) {
        if (p->pass != pass) /* the bits are left from an earlier pass */
            __real_memset(p->in_pass, 0, sizeof p->in_pass);
        p->pass = pass;
        for (int l = 0; l < LINES; l++) {
            const uint64_t read = p->in_launch[LOADED][l],
                           written = p->in_launch[STORED][l],
                           old_read = p->in_pass[LOADED][l],
                           old_written = p->in_pass[STORED][l];
            all->read += ones(read);
            all->written += ones(written);
            all->lines += (read | written) != 0;
            new->read += ones(read & ~old_read);
            new->written += ones(written & ~old_written);
            new->lines += (read | written) != 0 && (old_read | old_written) == 0;
        }
    }
}

void distinct_join_pass(int new_pass)
{
    pass += new_pass;
    for (struct page *p = first; p; p = p->next) {
        p->pass = pass;
        for (int a = 0; a < ACCESSES; a++)
            for (int l = 0; l < LINES; l++)
                p->in_pass[a][l] =
                    p->in_launch[a][l] | (new_pass ? 0 : p->in_pass[a][l]);
    }
}
