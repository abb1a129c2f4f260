#include <offload.h>
offload_kernel void k(size_t n, float y[n]);
int main(void)
{
    static float y[1000];
    offload(k, .threads = {1000})(1000, y);
    return y[999] != 1;
}
