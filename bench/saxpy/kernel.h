// kernel.h - the kernel, for the CPU and for GPUs.
#include <offload.h>

offload_kernel void saxpy(size_t count, float factor, const float from[count], float to[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        to[i] += factor * from[i];
}
