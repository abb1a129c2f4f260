// A kernel that is external and defined in kernels.c, a static one that each file gets for itself, and a
// struct that they share.
#ifndef KERNELS_H
#define KERNELS_H

#include <offload.h>

struct range {
    int from, to;
};

offload_kernel void add(int n, int by, int x[n]);

static offload_kernel void count(struct range range, int x[range.to])
{
    int i = range.from + (int)offload_global_id(0);
    if (i < range.to)
        x[i] = i;
}

void from_the_other_file(int n, int *x);

#endif
