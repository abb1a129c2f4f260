// Host code that no device could compile stands next to a kernel: nothing is said about it, for any
// target, with all warnings on.
//
// RUN: %offloadcc -O2 -Wall -Wextra -mavx2 --offload-arch=gfx90a,x86-64,sm_90 -Wno-offload-no-image -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc -O2 -mavx2 --offload-arch=gfx90a,x86-64 %t.o -o %t
// RUN: %t | FileCheck %s
#include <offload.h>

#include <complex.h>
#include <errno.h>
#include <immintrin.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local int per_thread = 3;
static long double precise = 1.25L;

offload_kernel void twice(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] *= 2;
}

static long double half(long double x)
{
    return x / 2;
}

static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    int total = 0;
    while (count--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

__attribute__((target("avx2"))) static int vector_sum(void)
{
    __m256i v = _mm256_set1_epi32(2);
    v = _mm256_add_epi32(v, v);
    return _mm256_extract_epi32(v, 3);
}

static unsigned long ticks(void)
{
    unsigned int low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return ((unsigned long)high << 32) | low;
}

static double vla(int n)
{
    double x[n];
    for (int i = 0; i < n; i++)
        x[i] = cabs(i * I);
    return x[n - 1];
}

int main(void)
{
    float x[2] = {1, 2};
    offload(twice, .threads = {2})(2, x);
    errno = 0;
    printf("%g %g %Lg %d %d %d %g %d\n", x[0], x[1], half(precise), sum(3, 1, 2, 3), per_thread,
           ticks() != 0, vla(4), __builtin_cpu_supports("avx2") ? vector_sum() : 4);
}
// CHECK: 2 4 0.625 6 3 1 3 4
