// What unoptimised kernels with barriers have in common with the runtime: threads are coroutines.
#include <assert.h>
#include <offload.h>

offload_kernel void turn(int rows, int columns, int m[rows * columns])
{
    offload_shared int line[64];
    int *copy = offload_dynamic_shared();
    size_t t = offload_thread_id(0), r = offload_block_id(0);
    if (t < (size_t)columns)
        line[t] = m[r * (size_t)columns + t];
    offload_barrier();
    if (t < (size_t)columns)
        copy[t] = line[(size_t)columns - 1 - t];
    offload_barrier();
    if (t < (size_t)columns)
        m[r * (size_t)columns + t] = copy[t];
    assert(offload_block_count(0) == (size_t)rows);
}
