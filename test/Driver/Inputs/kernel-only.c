#include <offload.h>

offload_kernel void set(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] = i;
}
