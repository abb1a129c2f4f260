#include "kernels.h"

static offload_kernel void scale(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] *= 3;
}

// The mark is on the declaration in the header.
void add(int n, int by, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += by;
}

void from_the_other_file(int n, int *x)
{
    offload(count, .threads = {n})((struct range){1, n}, x);
    offload(scale, .threads = {n})(n, x);
}
