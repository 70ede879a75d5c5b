/* tests/ranges_roctx.c - stands for roctx in tests/ranges.t and prints what it is told. */
#include <roctracer/roctx.h>
#include <stdio.h>

int roctxRangePushA(const char *text)
{
    return printf("push %s\n", text);
}

int roctxRangePop(void)
{
    return printf("pop\n");
}
