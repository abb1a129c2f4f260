// Threads that take turns at an array are vectors whatever the types of the counter, the step and the
// bound are: an int that is compared with a long or a size_t, a long with steps of an int.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 --offload-arch=none -c -Rpass-missed=offload %s -o %t.o 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: remark
#include <offload.h>

#define KERNEL(name, counter, type, start, step, bound)                                            \
    offload_kernel void name(type n, const float x[n], float y[n])                                 \
    {                                                                                              \
        for (counter i = start; i < bound; i += step)                                              \
            y[i] += 2 * x[i];                                                                      \
    }
#define THREAD (int)offload_thread_id(0)
#define GLOBAL (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0))
#define SIZE (int)offload_block_size(0)
#define GRID (int)(offload_block_size(0) * offload_block_count(0))

KERNEL(int_below_long, int, long, THREAD, SIZE, n)
KERNEL(int_below_quotient, int, long, THREAD, SIZE, n / 4)
KERNEL(int_below_least, int, long, THREAD, SIZE, (n < 1000 ? n : 1000))
KERNEL(int_below_size, int, size_t, THREAD, offload_block_size(0), n)
KERNEL(unsigned_below_long, unsigned, long, (unsigned)THREAD, offload_block_size(0), n)
KERNEL(unsigned_below_size, unsigned, size_t, (unsigned)GLOBAL, (unsigned)GRID, n)
KERNEL(int_of_grid_below_long, int, long, GLOBAL, GRID, n)
KERNEL(int_by_constant_below_long, int, long, THREAD, 256, n)
KERNEL(long_by_ints, long, long, THREAD, SIZE, n)
KERNEL(long_by_ints_of_grid, long, long, GLOBAL, GRID, n)
KERNEL(size_by_ints, size_t, size_t, (size_t)THREAD, (size_t)SIZE, n)
KERNEL(long_below_int, long, int, THREAD, SIZE, n)
