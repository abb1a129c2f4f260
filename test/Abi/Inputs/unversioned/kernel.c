#include <offload.h>
offload_kernel void k(size_t n, float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += 1;
}
