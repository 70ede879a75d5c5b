/* common/counting/warp_requests_count.c - requests of warps (warp_requests.h).
 *
 * Requests, sectors and words are members of a set, so each is counted once, whichever thread
 * of the warp touches it first.
 */
#include "warp_requests.h"
#include "error.h"
#include "mix_bits.h"
#include <stdint.h>
#include <stdlib.h>

/* The set: a hash table of 64-bit numbers, which are hashes of what identifies a request, a
 * sector or a word. Two different ones of 10^8 are equal with probability 3e-4. */
static uint64_t *member; /* [size], 0: free */
static size_t size, used;

static uint64_t hash(uint64_t a, uint64_t b)
{
    return mix_bits(mix_bits(a + SPLITMIX_STEP) ^ b);
}

/* Adds x to the set. Returns 1 if it is new. */
static int is_new(uint64_t x)
{
    if (10 * used >= 7 * size) {
        uint64_t *const old = member;
        const size_t old_size = size;
        size = size ? 2 * size : 1 << 12;
        used = 0;
        if (!(member = calloc(size, sizeof *member)))
            die("no memory to count the sectors of a launch: choose a smaller problem");
        for (size_t i = 0; i < old_size; i++)
            if (old[i])
                is_new(old[i]);
        free(old);
    }
    x += x == 0;
    size_t i = x & (size - 1);
    while (member[i] && member[i] != x)
        i = (i + 1) & (size - 1);
    if (member[i])
        return 0;
    member[i] = x;
    used++;
    return 1;
}

void requests_begin(void)
{
    free(member); /* a small launch gets a small table, which fits in the cache */
    member = NULL;
    size = used = 0;
}

/* How often a thread has executed each instruction. Entries of an earlier `turn` are
 * free. */
enum { INSTRUCTIONS = 1024, MOST_THREADS = 1024 };
struct thread {
    long number, turn, accesses;
    int used;
    struct {
        uint64_t name;
        long turn, times;
    } executed[INSTRUCTIONS]; /* a hash table */
};
static _Thread_local struct thread *team; /* [MOST_THREADS]; of an OpenMP thread */
static _Thread_local int running;

void traffic_switch(int thread_of_team)
{
    running = thread_of_team;
}

int traffic_thread(long number)
{
    if (!team && !(team = calloc(MOST_THREADS, sizeof *team)))
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
    while (t->executed[i].turn == t->turn && t->executed[i].name != instruction)
        i = (i + 1) % INSTRUCTIONS;
    if (t->executed[i].turn != t->turn) {
        if (++t->used == INSTRUCTIONS)
            die("a kernel has more than %d loads and stores", INSTRUCTIONS);
        t->executed[i].name = instruction;
        t->executed[i].turn = t->turn;
        t->executed[i].times = 0;
    }
    return ++t->executed[i].times;
}

/* Adds the words of an access to its request. Returns by how much they increase
 * the largest number of different words in one bank. The set has each word, each
 * word of a bank as its n-th one, and each n that a bank has reached. */
static int add_words(const char *p, size_t bytes, uint64_t request)
{
    enum { WORD = 4, BANKS = 32 };
    const uint64_t last = ((uintptr_t)p + bytes - 1) / WORD;
    int increase = 0;
    for (uint64_t w = (uintptr_t)p / WORD; w <= last; w++)
        if (is_new(hash(hash(request, 1), w))) {
            uint64_t n = 1;
            while (!is_new(hash(hash(request, 2), BANKS * n + w % BANKS)))
                n++;
            increase += is_new(hash(hash(request, 3), n));
        }
    return increase;
}

/* The running thread accesses `bytes` bytes, at most WIDEST, at p. */
static void add_request(const char *p, size_t bytes, uint64_t instruction,
                        enum traffic_memory memory, struct traffic *sum)
{
    enum { SECTOR = 32 };
    const uint64_t turn = hash(instruction, (uint64_t)times_executed(instruction)),
                   number = (uint64_t)team[running].number,
                   request_32 = hash(turn, 2 * (number / 32)),
                   request_64 = hash(turn, 2 * (number / 64) + 1),
                   last = ((uintptr_t)p + bytes - 1) / SECTOR;
    const int words = memory == WITHOUT_BANKS ? 0 : add_words(p, bytes, request_32);
    if (memory == SHARED_MEMORY) {
        sum->requests_shared += is_new(request_32);
        sum->words_shared += words;
        return;
    }
    sum->words_32 += words;
    sum->accesses++;
    if (++team[running].accesses > sum->longest)
        sum->longest = (double)team[running].accesses;
    sum->requests_32 += is_new(request_32);
    sum->requests_64 += is_new(request_64);
    for (uint64_t s = (uintptr_t)p / SECTOR; s <= last; s++) {
        sum->sectors_32 += is_new(hash(request_32, s));
        sum->sectors_64 += is_new(hash(request_64, s));
    }
}

void requests_add(const char *p, size_t bytes, const void *instruction,
                  enum traffic_memory memory, struct traffic *sum)
{
    enum { WIDEST = 16 };
    if (!team || team[running].number < 0)
        return;
    for (size_t at = 0; at < bytes; at += WIDEST)
        add_request(p + at, bytes - at < WIDEST ? bytes - at : WIDEST,
                    hash((uintptr_t)instruction, at), memory, sum);
}
