// kernel.h - the kernel, for the CPU and for GPUs.
#include "price.h"

#include <offload.h>

offload_kernel void price_all(size_t count, float interest, float motion, const float from[count],
                              const float to[count], const float during[count],
                              offload_out float calls[count], offload_out float puts[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        price(interest, motion, from[i], to[i], during[i], &calls[i], &puts[i]);
}
