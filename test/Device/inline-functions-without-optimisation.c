// Inline functions of which another file has the host's definition are part of a device's code in each dialect and at each level: a device
// has no other file.
//
// RUN: %offloadcc -O0 --offload-arch=sm_90,gfx90a,x86-64 --device-only --offload-artifacts=%t.a %s
// RUN: %offloadcc -O0 -std=gnu89 --offload-arch=sm_90,x86-64 --device-only --offload-artifacts=%t.b %s
// RUN: %offloadcc -O1 --offload-arch=sm_90,x86-64 --device-only --offload-artifacts=%t.c %s
// RUN: %offloadcc -O2 -DMAIN --offload-arch=x86-64 -c %s -o %t.main.o
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s %t.main.o -o %t && %t
#include <offload.h>
#define maxi __not_a_macro /* of the user's, over the name that is used below */
#undef maxi

inline int maxi(int a, int b) { return a > b ? a : b; }
inline int least(int a, int b) { return a < b ? a : maxi(b, b); }
static int (*const table[])(int, int) = {least};

#ifdef MAIN
extern inline int maxi(int a, int b);
extern inline int least(int a, int b);
int run(void);
int main(void) { return run() != 12; }
#else
extern inline int gnu(int a) { return a + 1; }
offload_kernel void k(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] = gnu(maxi(x[i], 3)) + table[0](5, 8) + maxi(1, 3);
}
int run(void);
int run(void)
{
    int x[2] = {1, 2};
    offload(k, .threads = {2})(2, x);
    return x[1];
}
#endif
