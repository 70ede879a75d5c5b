/* common/emulator/arena_emu.c - the memory of the emulated device (arena_emu.h). */
#define _GNU_SOURCE
#include "arena_emu.h"
#include "error.h"
#include "threads_emu.h"
#include "traffic.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    UNIT = 256,         /* a block starts at a multiple of this number of bytes */
    ADDRESSES_LOG2 = 36 /* addresses of the arena; memory is used on demand */
};
static const size_t ADDRESSES = (size_t)1 << ADDRESSES_LOG2;

static struct arena {
    char *base;
    ptrdiff_t offset;
    size_t top; /* bytes from base to the end of the highest block so far */
    int allowed;
    struct block *first;
    struct block **owner; /* of each unit, if accesses are checked; else NULL */
} arena;

int arena_contains(const void *p)
{
    return (uintptr_t)p - (uintptr_t)arena.base < ADDRESSES && arena.base;
}

/* ---- Accesses that are mistakes ---- */

/* A signal handler may call write, but not printf. */
static void on_segmentation_fault(int signal, siginfo_t *info, void *context)
{
    const char *text = arena_contains(info->si_addr)
                           ? "memwall: host code has touched device memory\n"
                           : "memwall: segmentation fault\n";
    (void)signal, (void)context, (void)!write(STDERR_FILENO, text, strlen(text));
    _exit(EXIT_BROKEN);
}

/* Returns "spmv.cu:65: ", the file and the line of an instruction, or "". Of functions
 * that were compiled inline, it is the innermost that is not one of cuda_emu.h or C++. */
static const char *line_of(const void *instruction)
{
    static char text[300];
    char command[100];
    snprintf(command, sizeof command, "addr2line -i -e /proc/%d/exe %p", (int)getpid(),
             (void *)((uintptr_t)instruction - 1));
    FILE *addr2line = popen(command, "r");
    do
        *text = '\0';
    while (addr2line && fgets(text, sizeof text - 4, addr2line) &&
           (strstr(text, "cuda_emu.h") || strstr(text, "/include/")));
    if (*text)
        strcpy(text + strcspn(text, " \n"), ": ");
    return *text == '?' ? "" : strrchr(text, '/') ? strrchr(text, '/') + 1 : text;
}

/* Ends the program unless these bytes lie in a block or, in a CUDA program, are local.
 * Returns in which memory they are. */
static enum traffic_memory check_access(const void *p, size_t bytes, size_t alignment,
                                        const void *instruction)
{
    const size_t at = (size_t)((const char *)p - arena.base);
    if (at < ADDRESSES) {
        const struct block *b = arena.owner[at / UNIT];
        if (!arena.allowed)
            die("%shost code has touched device memory", line_of(instruction));
        if ((uintptr_t)p % alignment)
            die("%s%s%zu bytes are accessed at an address that is no multiple of %zu",
                emu_place(emu_team.thread), line_of(instruction), bytes, alignment);
        if (b && (const char *)p + bytes <= b->data + b->bytes)
            return emu_team.kernel ? IN_BANKS : WITHOUT_BANKS;
        for (b = arena.first; b && b->next && b->next->data <= (const char *)p;)
            b = b->next;
        if (b && b->data <= (const char *)p)
            die("%s%s%zu bytes are accessed at byte %td of the array of %zu bytes: %s",
                emu_place(emu_team.thread), line_of(instruction), bytes,
                (const char *)p - b->data, b->bytes, b->what);
        die("%s%s%zu bytes are accessed before the first array",
            emu_place(emu_team.thread), line_of(instruction), bytes);
    }
    if (!emu_team.runs || !emu_team.kernel)
        return WITHOUT_BANKS;
    if (emu_is_shared(p, bytes))
        return SHARED_MEMORY;
    if (!emu_is_on_stack(p))
        die("%s%s%zu bytes are accessed that are neither in an array of the device nor "
            "local: memory of the host, or a __device__ variable, which is unknown here",
            emu_place(emu_team.thread), line_of(instruction), bytes);
    return WITHOUT_BANKS;
}

/* ---- The arena ---- */

static void start(void)
{
    if (arena.base)
        return;
    int file = memfd_create("memwall device", 0);
    if (file < 0 || ftruncate(file, (off_t)ADDRESSES) != 0)
        die("no memory for the emulated device");
    const int flags = MAP_SHARED | MAP_NORESERVE;
    char *closed = mmap(NULL, ADDRESSES, PROT_NONE, flags, file, 0);
    char *open = mmap(NULL, ADDRESSES, PROT_READ | PROT_WRITE, flags, file, 0);
    close(file);
    if (closed == MAP_FAILED || open == MAP_FAILED)
        die("no addresses for the emulated device");
    arena.base = closed;
    arena.offset = open - closed;
    if (traffic_device(closed, ADDRESSES, check_access)) {
        arena.owner = mmap(NULL, ADDRESSES / UNIT * sizeof *arena.owner,
                           PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (arena.owner == MAP_FAILED)
            die("no addresses for the blocks of the emulated device");
    }
    struct sigaction action = {.sa_sigaction = on_segmentation_fault,
                               .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}

void *accessible(const void *device)
{
    return (char *)(uintptr_t)device + arena.offset;
}

void device_memory_access(int allowed)
{
    const int access = allowed ? PROT_READ | PROT_WRITE : PROT_NONE;
    arena.allowed = allowed;
    if (arena.top > 0 && mprotect(arena.base, arena.top, access) != 0)
        die("the access to the memory of the emulated device could not be changed");
}

/* The size of a block and of the gap after it, which has one to two units. */
static size_t with_gap(size_t bytes)
{
    return (bytes / UNIT + 2) * UNIT;
}

static void set_owner(const struct block *b, struct block *owner)
{
    const size_t first = (size_t)(b->data - arena.base) / UNIT;
    for (size_t u = 0; arena.owner && u * UNIT < b->bytes; u++)
        arena.owner[first + u] = owner;
}

struct block *arena_alloc(size_t bytes, const char *what)
{
    start();
    struct block *b = emu_alloc(sizeof *b);
    /* the first gap between two blocks that is large enough */
    size_t needed = with_gap(bytes), position = 0;
    struct block **link = &arena.first;
    for (; *link && position + needed > (size_t)((*link)->data - arena.base);
         link = &(*link)->next)
        position = (size_t)((*link)->data - arena.base) + with_gap((*link)->bytes);
    if (position + needed > ADDRESSES)
        die("no memory on the emulated device for %zu bytes (%s)", bytes, what);
    *b = (struct block){*link, arena.base + position, bytes, 0, what};
    *link = b;
    arena.top = position + needed > arena.top ? position + needed : arena.top;
    memset(accessible(b->data), 0xff, needed);
    set_owner(b, b);
    return b;
}

const struct block *arena_free(const void *device)
{
    static struct block freed;
    struct block **link = &arena.first;
    while (*link && (*link)->data != device)
        link = &(*link)->next;
    struct block *b = *link;
    if (!b)
        return NULL;
    *link = b->next;
    set_owner(b, NULL);
    memset(accessible(device), 0xff, b->bytes);
    freed = *b;
    free(b);
    return &freed;
}

const struct block *arena_find(const void *device, size_t bytes)
{
    const struct block *b = arena.first;
    while (b && ((const char *)device < b->data ||
                 (const char *)device + bytes > b->data + b->bytes))
        b = b->next;
    return b;
}
