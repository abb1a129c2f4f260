#include <offload.h>

offload_kernel void set(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] = i;
}

int main(void)
{
    int x[3] = {7, 7, 7};
    offload(set, .threads = {3})(3, x);
    return x[0] != 0 || x[1] != 1 || x[2] != 2;
}
