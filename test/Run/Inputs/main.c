#include "kernels.h"

#include <stdio.h>

// Another kernel of the same name in kernels.c.
static offload_kernel void scale(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] *= 100;
}

int main(void)
{
    int x[5] = {7};
    from_the_other_file(5, x);
    offload(add, .threads = {5})(5, 1, x);
    offload(scale, .threads = {5})(5, x);
    printf("%d %d %d\n", x[0], x[1], x[4]);
}
