// Shared variables of any type and in any scope of what a kernel calls, and their addresses.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -Werror 2>&1 | count 0
#include <offload.h>
struct pair { int a, b; };
static int sum(const int *values, int n)
{
    offload_shared int total;
    if (n) {
        offload_shared volatile struct pair pairs[2];
        pairs[0].a = values[0];
        total = pairs[0].a;
    }
    return total;
}
static int host_too(void)
{
    offload_shared int calls;
    return ++calls;
}
offload_kernel void k(int n, int x[n])
{
    offload_shared int tile[16][17], *at;
    at = &tile[0][0];
    for (int i = 0; i < n; i++) {
        offload_shared double inner;
        inner = tile[0][i];
        x[i] = (int)inner;
    }
    x[0] = sum(at, n) + host_too() + offload_block_reduce_add(n);
}
int run(void) { return host_too(); }
