// kernel.h - the kernel, for the CPU and for GPUs.
#include <offload.h>

offload_kernel void reduce(size_t count, const float in[count], float total[1], float low[1],
                           float high[1]) {
    float my_sum = 0, my_least = INFINITY, my_greatest = -INFINITY;
    offload_for (i, count) {
        my_sum += in[i];
        my_least = fminf(my_least, in[i]);
        my_greatest = fmaxf(my_greatest, in[i]);
    }
    my_sum = offload_block_reduce_add(my_sum);
    my_least = offload_block_reduce_min(my_least);
    my_greatest = offload_block_reduce_max(my_greatest);
    if (offload_thread_id(0) == 0) {
        offload_atomic_add(total, my_sum);
        offload_atomic_min(low, my_least);
        offload_atomic_max(high, my_greatest);
    }
}
