// For ThreadSanitizer the variables of two threads are not the same, also those of functions, in kernels with
// barriers and without.
// REQUIRES: x86_64
// RUN: %offloadcc -O0 -g -fsanitize=thread --offload-arch=none %s -o %t.0
// RUN: %offloadcc -O2 -g -fsanitize=thread --offload-arch=none %s -o %t.2
// RUN: export TSAN_OPTIONS=ignore_noninstrumented_modules=1; \
// RUN:   %t.0 2>&1 | FileCheck %s; %t.2 2>&1 | FileCheck %s
// CHECK-NOT: WARNING
// CHECK: all are right
#include <offload.h>
#include <stdio.h>

__attribute__((noinline)) static void turn(float *d)
{
    for (int i = 0; i < 4; i++) {
        float last = d[7 - i];
        d[7 - i] = d[i];
        d[i] = last;
    }
}

__attribute__((noinline)) static float of_a_function(float first)
{
    float d[8];
    for (int i = 0; i < 8; i++)
        d[i] = first + (float)i;
    turn(d);
    return d[0];
}

offload_kernel void without_barrier(int n, float x[n])
{
    size_t t = offload_global_id(0);
    float d[8];
    if (t >= (size_t)n / 8)
        return;
    for (int i = 0; i < 8; i++)
        d[i] = x[8 * t + (size_t)i];
    turn(d);
    for (int i = 0; i < 8; i++)
        x[8 * t + (size_t)i] = d[i];
}

offload_kernel void with_barrier(int n, float x[n])
{
    offload_shared float s[64];
    unsigned t = offload_thread_id(0);
    s[t] = of_a_function((float)t);
    offload_barrier();
    if (offload_global_id(0) < (size_t)n)
        x[offload_global_id(0)] = of_a_function(s[63 - t]);
}

int main(void)
{
    static float x[640];
    int wrong = 0;
    for (int i = 0; i < 640; i++)
        x[i] = (float)i;
    offload(without_barrier, .threads = {80}, .block_size = {32})(640, x);
    for (int i = 0; i < 640; i++)
        wrong += x[i] != (float)(i / 8 * 8 + 7 - i % 8);
    offload(with_barrier, .threads = {128}, .block_size = {64})(128, x);
    for (int i = 0; i < 128; i++)
        wrong += x[i] != (float)(63 - i % 64 + 14);
    puts(wrong ? "some are wrong" : "all are right");
    return wrong;
}
