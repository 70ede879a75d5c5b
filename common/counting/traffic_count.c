/* common/counting/traffic_count.c - counts loads and stores (traffic.h, make COUNT=1).
 *
 * gcc calls __tsan_read8(p) before it loads 8 bytes from p, and so on: the interface of
 * the thread sanitizer (T. Serebryany, T. Iskhodzhanov, "ThreadSanitizer", WBIA 2009), of
 * which we use no other part.
 *
 * A page of 4096 bytes has one bit for each byte and for loads and stores, of the
 * launch that is executed and of the pass to which it may belong. Pages are found in a
 * table of two levels by the upper and the lower bits of their number.
 */
#define _GNU_SOURCE
#include "traffic.h"
#include "error.h"
#include "mix_bits.h"
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The functions themselves, where the linker calls what is counted below instead. */
void *__real_memcpy(void *target, const void *source, size_t n);
void *__real_memmove(void *target, const void *source, size_t n);
void *__real_memset(void *target, int byte, size_t n);

enum { LOAD, STORE, KINDS };
enum { LINE = 64, PAGE_LOG2 = 12, LINES = 1 << (PAGE_LOG2 - 6) };

struct page {
    struct page *next; /* of the pages that the launch has accessed */
    long launch, pass; /* the numbers of the launch and the pass of the bits */
    uint64_t in_launch[KINDS][LINES], in_pass[KINDS][LINES];
};

enum { LOW_BITS = 17, HIGH_BITS = 47 - PAGE_LOG2 - LOW_BITS };
static struct page **pages[1 << HIGH_BITS];

static struct {
    int open;                    /* launches within one another */
    int host;                    /* 1: a loop of a phase that is no kernel */
    struct traffic_kernel *of;   /* its sums */
    struct traffic_kernel *last; /* the kernel of the pass, */
    long last_phase;             /* and its phase */
    long launch, pass;           /* numbers */
    struct page *first;
    struct traffic counted; /* loads, stores, misses, requests, sectors so far */
    int several;            /* 1: several threads */
} now;

static const char *device;
static size_t device_bytes;
static enum traffic_memory (*check_access)(const void *p, size_t bytes,
                                           size_t alignment,
                                           const void *instruction);

/* ---- Phases and kernels ---- */

enum { NESTED = 8, KERNELS = 512 };
static struct {
    int phase, level;
    long number;
} phase[NESTED];
static int phases;
static long phase_number;
static int is_timed, is_paused; /* timed: between traffic_reset and traffic_keep */

static struct traffic_kernel kernel[KERNELS], result[KERNELS], next;
static int kernels, results;

static void end_host_loop(void);

void traffic_phase_begin(int p, int level)
{
    end_host_loop();
    if (phases == NESTED)
        die("traffic_phase_begin: more than %d phases within one another", NESTED);
    phase[phases].phase = p;
    phase[phases].level = level;
    phase[phases++].number = ++phase_number;
}

void traffic_phase_end(void)
{
    end_host_loop();
    phases--;
}

void traffic_pause(int paused)
{
    end_host_loop();
    is_paused = paused;
}

/* Are launches counted now? */
static int is_counted(void)
{
    return phases > 0 || (is_timed && !is_paused);
}

void traffic_name(const char *name, const char *formats)
{
    next = (struct traffic_kernel){
        .name = name, .formats = formats, .phase = TRAFFIC_NO_PHASE};
    if (phases > 0) {
        next.phase = phase[phases - 1].phase;
        next.level = phase[phases - 1].level;
        next.phase_number = phase[phases - 1].number;
    }
}

struct traffic_kernel traffic_launch(void)
{
    return is_counted() ? next : (struct traffic_kernel){.name = NULL};
}

/* The sums of this kernel in this phase and level. */
static struct traffic_kernel *find(const struct traffic_kernel *wanted)
{
    struct traffic_kernel *k = kernel;
    for (; k < kernel + kernels; k++)
        if (k->phase == wanted->phase && k->level == wanted->level &&
            strcmp(k->name, wanted->name) == 0 &&
            strcmp(k->formats, wanted->formats) == 0)
            return k;
    if (kernels == KERNELS)
        die("traffic_begin: more than %d kernels, phases and levels", KERNELS);
    *k = *wanted;
    kernels++;
    return k;
}

void traffic_reset(void)
{
    end_host_loop();
    is_timed = 1;
    kernels = 0;
    now.last = NULL;
}

void traffic_keep(void)
{
    end_host_loop();
    is_timed = 0;
    __real_memcpy(result, kernel, sizeof result);
    results = kernels;
}

const struct traffic_kernel *traffic_result(int *count)
{
    *count = results;
    return result;
}

/* ---- Requests of warps ---- */

/* Sets of 64-bit numbers, of which each is counted once: hashes of what identifies a
 * request or a sector. Two different ones of 10^8 are equal with probability 3e-4. */
struct set {
    uint64_t *member; /* [size], 0: free */
    size_t size, used;
};
static struct set seen;

static uint64_t hash(uint64_t a, uint64_t b)
{
    return mix_bits(mix_bits(a + SPLITMIX_STEP) ^ b);
}

static void set_create(struct set *s, size_t size)
{
    *s = (struct set){calloc(size, sizeof *s->member), size, 0};
    if (!s->member)
        die("no memory to count the sectors of a launch: choose a smaller problem");
}

/* Returns 1 if x is new. */
static int set_add(struct set *s, uint64_t x)
{
    if (10 * s->used >= 7 * s->size) {
        struct set larger;
        set_create(&larger, s->size ? 2 * s->size : 1 << 16);
        for (size_t i = 0; i < s->size; i++)
            if (s->member[i])
                set_add(&larger, s->member[i]);
        free(s->member);
        *s = larger;
    }
    x += x == 0;
    size_t i = x & (s->size - 1);
    while (s->member[i] && s->member[i] != x)
        i = (i + 1) & (s->size - 1);
    if (s->member[i])
        return 0;
    s->member[i] = x;
    s->used++;
    return 1;
}

/* How often a thread has executed each instruction. Entries of an earlier `turn` are
 * free. */
enum { INSTRUCTIONS = 1024, TEAM = 1024 };
struct thread {
    long number, turn, accesses;
    int used;
    struct {
        uint64_t name;
        long turn, times;
    } instruction[INSTRUCTIONS];
};
static _Thread_local struct thread *team; /* [TEAM] of this thread of the host */
static _Thread_local int running;

void traffic_switch(int thread_of_team)
{
    running = thread_of_team;
}

int traffic_thread(long number)
{
    if (!team && !(team = calloc(TEAM, sizeof *team)))
        die("no memory to count the instructions of a team");
    team[running].number = number;
    team[running].turn++;
    team[running].accesses = 0;
    team[running].used = 0;
    return 1;
}

/* The number of times that the running thread has executed the instruction with this hash. */
static long times_executed(uint64_t instruction)
{
    struct thread *t = &team[running];
    size_t i = instruction % INSTRUCTIONS;
    while (t->instruction[i].turn == t->turn && t->instruction[i].name != instruction)
        i = (i + 1) % INSTRUCTIONS;
    if (t->instruction[i].turn != t->turn) {
        if (++t->used == INSTRUCTIONS)
            die("a kernel has more than %d loads and stores", INSTRUCTIONS);
        t->instruction[i].name = instruction;
        t->instruction[i].turn = t->turn;
        t->instruction[i].times = 0;
    }
    return ++t->instruction[i].times;
}

/* Adds the words of an access to those of its request. Returns by how much they increase
 * the largest number of different words in one bank. The set `seen` has each word, each
 * word of a bank as its n-th one, and each n that a bank has reached. */
static int add_words(const char *p, size_t bytes, uint64_t request)
{
    enum { WORD = 4, BANKS = 32 };
    const uint64_t last = ((uintptr_t)p + bytes - 1) / WORD;
    int increase = 0;
    for (uint64_t w = (uintptr_t)p / WORD; w <= last; w++)
        if (set_add(&seen, hash(hash(request, 1), w))) {
            uint64_t n = 1;
            while (!set_add(&seen, hash(hash(request, 2), BANKS * n + w % BANKS)))
                n++;
            increase += set_add(&seen, hash(hash(request, 3), n));
        }
    return increase;
}

/* The running thread accesses `bytes` bytes, at most WIDEST, at p. */
static void add_request(const char *p, size_t bytes, uint64_t instruction,
                        enum traffic_memory memory)
{
    enum { SECTOR = 32 };
    const uint64_t executed = hash(instruction, (uint64_t)times_executed(instruction)),
                   number = (uint64_t)team[running].number,
                   first = (uintptr_t)p / SECTOR,
                   last = ((uintptr_t)p + bytes - 1) / SECTOR;
    const uint64_t request_32 = hash(executed, 2 * (number / 32)),
                   request_64 = hash(executed, 2 * (number / 64) + 1);
    const int words = memory == WITHOUT_BANKS ? 0 : add_words(p, bytes, request_32);
    if (memory == SHARED_MEMORY) {
        now.counted.requests_shared += set_add(&seen, request_32);
        now.counted.words_shared += words;
        return;
    }
    now.counted.words_32 += words;
    now.counted.accesses++;
    if (++team[running].accesses > now.counted.longest)
        now.counted.longest = (double)team[running].accesses;
    now.counted.requests_32 += set_add(&seen, request_32);
    now.counted.requests_64 += set_add(&seen, request_64);
    for (uint64_t s = first; s <= last; s++) {
        now.counted.sectors_32 += set_add(&seen, hash(request_32, s));
        now.counted.sectors_64 += set_add(&seen, hash(request_64, s));
    }
}

/* An access of more than WIDEST bytes, the copy of a struct, is several instructions. */
static void add_requests(const char *p, size_t bytes, const void *instruction,
                         enum traffic_memory memory)
{
    enum { WIDEST = 16 };
    if (!team || team[running].number < 0)
        return;
    for (size_t at = 0; at < bytes; at += WIDEST)
        add_request(p + at, bytes - at < WIDEST ? bytes - at : WIDEST,
                    hash((uintptr_t)instruction, at), memory);
}

/* ---- The simulated cache ---- */

enum { WAYS = 16 };
static struct {
    uint64_t (*line)[WAYS]; /* of each set, the one used last first; 0: free */
    size_t sets;            /* 0: no cache is simulated */
} cache;

static void cache_create(void)
{
    const char *text = getenv("MEMWALL_COUNT_CACHE");
    if (!text || !*text)
        return;
    char *end;
    const double bytes = strtod(text, &end);
    if (*end || !(bytes >= WAYS * LINE && bytes <= 0x1p36)) {
        fprintf(
            stderr,
            "memwall: MEMWALL_COUNT_CACHE=%s: a number of bytes from %d to 2^36 is "
            "needed\n",
            text, WAYS * LINE);
        exit(EXIT_USAGE);
    }
    cache.sets = (size_t)bytes / (WAYS * LINE);
    cache.line = calloc(cache.sets, sizeof *cache.line);
    if (!cache.line)
        die("no memory for the simulated cache of %s bytes", text);
}

static void cache_access(uint64_t line)
{
    uint64_t *set = cache.line[line % cache.sets];
    int way = 0;
    while (way < WAYS - 1 && set[way] != line)
        way++;
    now.counted.misses += set[way] != line;
    __real_memmove(set + 1, set, (size_t)way * sizeof *set);
    set[0] = line;
}

/* ---- Loads and stores ---- */

static _Thread_local const char *stack_low, *stack_high;

static void find_stack(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t bytes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    stack_low = low;
    stack_high = stack_low + bytes;
}

/* Before main: the first thread finds its stack. */
__attribute__((constructor)) static void start(void)
{
    find_stack();
    cache_create();
}

/* Returns 1 if p is on the stack of this thread. */
static inline int on_stack(const char *p)
{
    if (__builtin_expect(!stack_high, 0))
        find_stack();
    return p >= stack_low && p < stack_high;
}

/* The page of an address. It has the bits of this launch. */
static inline struct page *page_of(uintptr_t address)
{
    static uintptr_t last_number = UINTPTR_MAX;
    static struct page *last;
    const uintptr_t number = address >> PAGE_LOG2;
    if (number == last_number && last->launch == now.launch)
        return last;
    struct page ***high = &pages[number >> LOW_BITS & ((1 << HIGH_BITS) - 1)];
    if (!*high)
        *high = calloc((size_t)1 << LOW_BITS, sizeof **high);
    struct page **p = *high ? &(*high)[number & ((1 << LOW_BITS) - 1)] : NULL;
    if (p && !*p)
        *p = calloc(1, sizeof **p);
    if (!p || !*p)
        die("no memory to count loads and stores: choose a smaller problem");
    if ((*p)->launch != now.launch) {
        __real_memset((*p)->in_launch, 0, sizeof(*p)->in_launch);
        (*p)->launch = now.launch;
        (*p)->next = now.first;
        now.first = *p;
    }
    last_number = number;
    return last = *p;
}

static void mark(const char *p, size_t bytes, int kind)
{
    while (bytes > 0) {
        const uintptr_t address = (uintptr_t)p;
        const size_t offset = address % LINE,
                     here = LINE - offset < bytes ? LINE - offset : bytes;
        const uint64_t mask =
            here == LINE ? UINT64_MAX : (((uint64_t)1 << here) - 1) << offset;
        page_of(address)->in_launch[kind][address / LINE % LINES] |= mask;
        if (cache.sets)
            cache_access(address / LINE);
        p += here;
        bytes -= here;
    }
}

static void begin_host_loop(void);

static inline void count(const char *p, size_t bytes, int kind,
                         const void *instruction, enum traffic_memory memory)
{
    static char lock;
    if (!now.open) {
        if (!is_counted() || device || omp_in_parallel())
            return;
        begin_host_loop();
    }
    if (device ? (size_t)(p - device) >= device_bytes : on_stack(p))
        return;
    while (now.several && __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
        ;
    *(kind == LOAD ? &now.counted.loads : &now.counted.stores) += (double)bytes;
    mark(p, bytes, kind);
    if (device)
        add_requests(p, bytes, instruction, memory);
    if (now.several)
        __atomic_clear(&lock, __ATOMIC_RELEASE);
}

/* ---- Launches ---- */

static void begin(const struct traffic_kernel *k)
{
    now.of = find(k);
    now.launch++;
    now.first = NULL;
    now.several = omp_get_max_threads() > 1;
    now.counted = (struct traffic){.launches = 1};
    if (seen.used)
        __real_memset(seen.member, 0, seen.size * sizeof *seen.member);
    seen.used = 0;
}

static int ones(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* Adds what the launch has read and written: only what the pass had not yet, if the
 * launch belongs to the same pass. */
static void end(long phase_of_launch)
{
    struct traffic all = {0}, new = {0};
    for (struct page *p = now.first; p; p = p->next) {
        if (p->pass != now.pass)
            __real_memset(p->in_pass, 0, sizeof p->in_pass);
        p->pass = now.pass;
        for (int l = 0; l < LINES; l++) {
            const uint64_t read = p->in_launch[LOAD][l],
                           written = p->in_launch[STORE][l],
                           old_read = p->in_pass[LOAD][l],
                           old_written = p->in_pass[STORE][l];
            all.read += ones(read);
            all.written += ones(written);
            all.lines += (read | written) != 0;
            new.read += ones(read & ~old_read);
            new.written += ones(written & ~old_written);
            new.lines += (read | written) != 0 && (old_read | old_written) == 0;
        }
    }
    struct traffic_kernel *k = now.of;
    if (all.lines < 4) { /* a launch without rows reads at most a few pointers */
        traffic_add(&k->sum, &all);
        traffic_add(&k->sum, &now.counted);
        return;
    }
    const int joins = now.last == k && now.last_phase == phase_of_launch &&
                      5 * new.read > 3 * all.read;
    if (!joins && !now.host)
        now.pass++;
    for (struct page *p = now.first; p && !now.host; p = p->next) {
        if (p->pass != now.pass)
            __real_memset(p->in_pass, 0, sizeof p->in_pass);
        p->pass = now.pass;
        for (int l = 0; l < LINES; l++)
            for (int kind = 0; kind < KINDS; kind++)
                p->in_pass[kind][l] |= p->in_launch[kind][l];
    }
    struct traffic *add = joins ? &new : &all;
    add->passes = !joins;
    traffic_add(&k->sum, add);
    traffic_add(&k->sum, &now.counted);
    if (!now.host) {
        now.last = k;
        now.last_phase = phase_of_launch;
    }
}

static long phase_of_launch;

void traffic_begin(const struct traffic_kernel *launch)
{
    if (now.open++ > 0 && !now.host)
        return;
    if (now.host) { /* the loop that is no kernel ends */
        end_host_loop();
        now.open = 1;
    }
    phase_of_launch = launch->phase_number;
    begin(launch);
}

void traffic_end(void)
{
    if (--now.open == 0)
        end(phase_of_launch);
}

static void begin_host_loop(void)
{
    struct traffic_kernel loop = {
        .name = "-", .formats = "", .phase = TRAFFIC_NO_PHASE};
    if (phases > 0) {
        loop.phase = phase[phases - 1].phase;
        loop.level = phase[phases - 1].level;
    }
    now.host = now.open = 1;
    begin(&loop);
}

static void end_host_loop(void)
{
    if (!now.host)
        return;
    end(0);
    now.host = now.open = 0;
}

int traffic_begin_loop(const char *name, const char *formats)
{
    if (!is_counted())
        return 1;
    traffic_name(name, formats);
    traffic_begin(&next);
    return 1;
}

int traffic_end_loop(void)
{
    if (is_counted())
        traffic_end();
    return 0;
}

int traffic_device(const void *memory, size_t bytes,
                   enum traffic_memory (*check)(const void *p, size_t bytes,
                                                size_t alignment,
                                                const void *instruction))
{
    device = memory;
    device_bytes = bytes;
    check_access = check;
    return 1;
}

/* ---- The functions that the compiler calls ---- */

#define INSTRUCTION __builtin_return_address(0)

static inline void check_and_count(const char *p, size_t bytes, size_t alignment,
                                   int kind, const void *instruction)
{
    enum traffic_memory memory = WITHOUT_BANKS;
    if (check_access)
        memory = check_access(p, bytes, alignment, instruction);
    if (memory != SHARED_MEMORY)
        count(p, bytes, kind, instruction, memory);
    else if (now.open)
        add_requests(p, bytes, instruction, memory);
}
#define DEFINE(function, bytes, alignment, kind)                 \
    void function(const void *p);                                \
    void function(const void *p)                                 \
    {                                                            \
        check_and_count(p, bytes, alignment, kind, INSTRUCTION); \
    }
#define DEFINE_ALL(bytes)                                   \
    DEFINE(__tsan_read##bytes, bytes, bytes, LOAD)          \
    DEFINE(__tsan_write##bytes, bytes, bytes, STORE)        \
    DEFINE(__tsan_unaligned_read##bytes, bytes, 1, LOAD)    \
    DEFINE(__tsan_unaligned_write##bytes, bytes, 1, STORE)  \
    DEFINE(__tsan_volatile_read##bytes, bytes, bytes, LOAD) \
    DEFINE(__tsan_volatile_write##bytes, bytes, bytes, STORE)
DEFINE_ALL(1)
DEFINE_ALL(2)
DEFINE_ALL(4)
DEFINE_ALL(8)
DEFINE_ALL(16)

#define DEFINE_RANGE(function, kind)        \
    void function(const void *p, size_t n); \
    void function(const void *p, size_t n)  \
    {                                       \
        check_and_count(p, n, 1, kind, INSTRUCTION); \
    }
DEFINE_RANGE(__tsan_read_range, LOAD)
DEFINE_RANGE(__tsan_write_range, STORE)

#define DEFINE_IGNORED(function, parameters) \
    void function parameters;                \
    void function parameters                 \
    {                                        \
    }
DEFINE_IGNORED(__tsan_init, (void))
DEFINE_IGNORED(__tsan_func_entry, (void *caller __attribute__((unused))))
DEFINE_IGNORED(__tsan_func_exit, (void))

/* Copies: the linker replaces calls of memcpy by calls of __wrap_memcpy (Makefile).
 * Those outside of kernels and phases are not counted. */
#define DEFINE_COPY(name, parameters, arguments, source, n)      \
    void *__wrap_##name parameters;                              \
    void *__wrap_##name parameters                               \
    {                                                            \
        if (now.open && (source))                                \
            count(source, n, LOAD, INSTRUCTION, WITHOUT_BANKS);  \
        if (now.open)                                            \
            count(target, n, STORE, INSTRUCTION, WITHOUT_BANKS); \
        return __real_##name arguments;                          \
    }
DEFINE_COPY(memcpy, (void *target, const void *source, size_t n),
            (target, source, n), source, n)
DEFINE_COPY(memmove, (void *target, const void *source, size_t n),
            (target, source, n), source, n)
DEFINE_COPY(memset, (void *target, int byte, size_t n), (target, byte, n), NULL, n)
