// Bitonic sorting: of 1024 numbers in shared memory by 512 threads, and one step in memory.
#include <offload.h>

enum { COUNT = 1024 };

offload_kernel void bitonic_block(size_t n, unsigned int numbers[n]) {
    offload_shared unsigned int keys[COUNT];
    unsigned int me = offload_thread_id(0);
    size_t first = (size_t)offload_block_id(0) * COUNT;
    keys[me] = numbers[first + me];
    keys[me + COUNT / 2] = numbers[first + me + COUNT / 2];
    for (unsigned int size = 2; size <= COUNT; size *= 2)
        for (unsigned int stride = size / 2; stride > 0; stride /= 2) {
            offload_barrier();
            unsigned int low = 2 * me - (me & (stride - 1)), high = low + stride;
            unsigned int a = keys[low], b = keys[high];
            _Bool falling = (me & (size / 2)) != 0;
            if ((a > b) != falling) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    offload_barrier();
    numbers[first + me] = keys[me];
    numbers[first + me + COUNT / 2] = keys[me + COUNT / 2];
}

offload_kernel void bitonic_step(unsigned int n, unsigned int size, unsigned int stride,
                                 unsigned int keys[n], unsigned int values[n]) {
    unsigned int i = (unsigned int)offload_global_id(0), other = i ^ stride;
    if (other <= i || other >= n)
        return;
    _Bool rising = (i & size) == 0;
    if ((keys[i] > keys[other]) == rising) {
        unsigned int key = keys[i], value = values[i];
        keys[i] = keys[other];
        values[i] = values[other];
        keys[other] = key;
        values[other] = value;
    }
}
