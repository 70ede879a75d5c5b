/* tests/cheats/clock/exchange.c - cheats: replaces the clock by one that is half as
 * fast. */
#include <exchange.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../../ref/exchange.c"

int clock_gettime(clockid_t clock, struct timespec *t)
{
    const int status = (int)syscall(SYS_clock_gettime, clock, t);
    t->tv_sec /= 2;
    t->tv_nsec /= 2;
    return status;
}
