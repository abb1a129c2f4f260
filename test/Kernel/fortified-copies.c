// Copies that _FORTIFY_SOURCE checks, within what they fill: also LLVM's own form of them, mempcpy.
//
// RUN: %run_kernel -O1 -D_FORTIFY_SOURCE=2
// RUN: %run_kernel -O2 -D_FORTIFY_SOURCE=2
// RUN: %run_kernel -O2 -D_FORTIFY_SOURCE=3
#define _GNU_SOURCE
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

offload_kernel void k(const char from[40], int copied[3])
{
    char to[64];
    char *end = mempcpy(to, from, 10);
    end = mempcpy(end, from + 20, 5);
    copied[0] = (int)(end - to);
    copied[1] = to[9];
    copied[2] = to[14];
}

int main(void)
{
    char from[40];
    int copied[3];
    for (int i = 0; i < 40; i++)
        from[i] = (char)i;
    offload(k, .threads = {1})(from, copied);
    EQUAL(copied[0], 15);
    EQUAL(copied[1], 9);
    EQUAL(copied[2], 24);
    return finish();
}
