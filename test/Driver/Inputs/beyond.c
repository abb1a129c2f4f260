#include <offload.h>
offload_kernel void k(int n, int x[n])
{
    if (offload_global_id(0) == 0)
        x[n] = 1; // CHECK: beyond.c:5: k: block: [0,0,0], thread: [0,0,0] index 8 is outside of parameter 'x' of kernel 'k', which has 8 elements
}
int main(void)
{
    static int x[1000];
    offload_data(offload_tofrom(x, 1000)) {
        offload(k, .threads = {1})(8, x);
    }
}
