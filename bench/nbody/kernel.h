// kernel.h - the kernel, for the CPU and for GPUs.
#include "bodies.h"

#include <offload.h>

offload_kernel void accelerate(int count, float soft, const struct body all[count],
                               offload_out struct vector results[count]) {
    int i = (int)offload_global_id(0);
    if (i < count)
        results[i] = pull_of_all(count, soft, all, i);
}
