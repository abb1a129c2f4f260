// Attributes of functions that say how to optimize or inline hold for kernels too, at any level, with and without an image.
//
// DEFINE: %{options} =
// DEFINE: %{run} = %offloadcc --offload-arch=x86-64 %{options} %s -o %t && %t && env OMP_TARGET_OFFLOAD=DISABLED %t && %offloadcc --offload-arch=none %{options} %s -o %t && %t
// REDEFINE: %{options} = -O0
// RUN: %{run}
// REDEFINE: %{options} = -Os
// RUN: %{run}
// REDEFINE: %{options} = -O2
// RUN: %{run}
// REDEFINE: %{options} = -O2 -g
// RUN: %{run}
#include <offload.h>

#define KERNEL(name, ...)                                                                          \
    __attribute__((__VA_ARGS__)) offload_kernel void name(int n, int x[n])                         \
    {                                                                                              \
        offload_for (i, (size_t)n)                                                                 \
            x[i] += (int)i;                                                                        \
    }
KERNEL(inlined, always_inline)
KERNEL(inlined_too, always_inline)
KERNEL(inlined_static, always_inline)
KERNEL(small, minsize)
KERNEL(hot, hot)
KERNEL(cold, cold)
KERNEL(apart, noinline)
KERNEL(plain, noinline, optnone)
KERNEL(flat, flatten)
KERNEL(wide, target("avx2"))

offload_kernel void all(int n, int x[n])
{
    inlined(n, x);
    inlined_too(n, x);
    inlined_static(n, x);
    small(n, x);
    hot(n, x);
    cold(n, x);
    apart(n, x);
    plain(n, x);
    flat(n, x);
}

int main(void)
{
    int x[100] = {0};
    offload(all)(100, x);
    offload(inlined)(100, x);
    offload(inlined_too)(100, x);
    offload(inlined_static)(100, x);
    offload(small)(100, x);
    offload(hot)(100, x);
    offload(cold)(100, x);
    offload(apart)(100, x);
    offload(plain)(100, x);
    offload(flat)(100, x);
    if (__builtin_cpu_supports("avx2"))
        offload(wide)(100, x);
    else
        offload(flat)(100, x);
    for (int i = 0; i < 100; i++)
        if (x[i] != 19 * i)
            return i + 1;
    return 0;
}
