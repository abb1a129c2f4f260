// The header brings no warning of its own, whatever the user turns on.
//
// RUN: %offloadcc -O2 --offload-arch=none -Weverything -Werror -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-vla -Wno-padded -Wno-missing-prototypes -c %s -o %t.o
// RUN: %offloadcc -O2 --offload-arch=none -std=c99 -pedantic-errors -c %s -o %t.o
#include <offload.h>

offload_kernel void add(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] += 1;
}

void run(size_t n, float *x);

void run(size_t n, float *x)
{
    offload(add, .threads = {n, 1, 1})(n, x);
    offload(add)(n, x);
}
