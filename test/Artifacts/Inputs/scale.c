#include <offload.h>
#include <stdio.h>

#ifndef FACTOR
#define FACTOR 3
#endif

offload_kernel void scale(size_t n, float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] *= FACTOR;
}

int main(void) {
    float y[100];
    for (int i = 0; i < 100; i++)
        y[i] = i;
    offload(scale, .threads = {100})(100, y);
    printf("%g %g\n", y[1], y[99]);
    return 0;
}
