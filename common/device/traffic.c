/* common/device/traffic.c - nothing is counted (traffic.h). */
#include "traffic.h"

void traffic_phase_begin(int phase, int level)
{
    (void)phase, (void)level;
}

void traffic_phase_end(void)
{
}

void traffic_reset(void)
{
}

void traffic_keep(void)
{
}

const struct traffic_kernel *traffic_result(int *count)
{
    *count = 0;
    return NULL;
}

void traffic_name(const char *name, const char *formats)
{
    (void)name, (void)formats;
}

struct traffic_kernel traffic_launch(void)
{
    return (struct traffic_kernel){0};
}

void traffic_begin(const struct traffic_kernel *launch)
{
    (void)launch;
}

void traffic_end(void)
{
}

int traffic_device(const void *memory, size_t bytes,
                   void (*check)(const void *p, size_t bytes, const void *instruction))
{
    (void)memory, (void)bytes, (void)check;
    return 0;
}

void traffic_switch(int thread_of_team)
{
    (void)thread_of_team;
}

int traffic_thread(long number)
{
    (void)number;
    return 1;
}

int traffic_begin_loop(const char *name, const char *formats)
{
    (void)name, (void)formats;
    return 1;
}

int traffic_end_loop(void)
{
    return 0;
}
