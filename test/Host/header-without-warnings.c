// The header brings no warning of its own, whatever the user turns on.
//
// RUN: %offloadcc -O2 --offload-arch=none -Weverything -Werror -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-vla -Wno-padded -Wno-missing-prototypes -c %s -o %t.o
// RUN: %offloadcc -O2 --offload-arch=none -std=c99 -pedantic-errors -c %s -o %t.o
// RUN: %offloadcc --offload-arch=none -E %s -o %t.i
// RUN: %offloadcc -O2 --offload-arch=none -Wall -Wextra -Wshadow -Werror -c %t.i -o %t.o
#include <offload.h>

offload_kernel void add(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] += 1;
}

offload_kernel void first_in_each_block(size_t n, float x[n])
{
    if (offload_thread_id(0) < n)
        x[offload_thread_id(0)] = 1;
}

void run(size_t n, float *x);
float first(size_t n, float *x);

// The block runs once, and the compiler knows.
float first(size_t n, float *x)
{
    float result;
    offload_data(offload_to(x, n))
        result = x[0];
    offload_data(offload_to(x, n)) {
        return result;
    }
}

void run(size_t n, float *x)
{
    offload(add, .threads = {n, 1, 1})(n, x);
    offload(first_in_each_block)(n, x);
    for (int round = 0; round < 2; round++)
        offload_data(offload_to(x, n), offload_alloc(x + n, 1), .device = 0) {
            offload_data(offload_tofrom(x, 1))
                offload_update_to(x, n);
            offload_update_from(x, n, .device = 0);
        }
    offload_enter_data(offload_from(x, n));
    offload_exit_data(offload_from(x, n), .device = 0);
    float *p = (float *)offload_malloc(n);
    offload_memcpy(p, x, n);
    offload_free(p);
}
