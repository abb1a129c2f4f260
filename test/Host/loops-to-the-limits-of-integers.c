// Loops whose numbers of turns no integer holds are loops like others to the compiler.
// RUN: %offloadcc -O2 --offload-arch=none -c %s -o %t.o
#include <limits.h>
#include <offload.h>

offload_kernel void down(const float a[1000], float out[256])
{
    unsigned t = offload_thread_id(0);
    float sum = 0;
    for (long k = 0; k > LONG_MIN; k--)
        sum += a[t];
    out[t] = sum;
}

offload_kernel void all_the_way(const float a[1000], float out[256])
{
    unsigned t = offload_thread_id(0);
    float sum = 0;
    for (long k = LONG_MIN; k < LONG_MAX; k++)
        sum += a[t];
    out[t] = sum;
}
