// What docs/cuda.md has for words of CUDA's gives CUDA's results: those that are more than another name.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

#define HOLDS(condition) CHECK(condition, "line %d", __LINE__)

enum { N = 64 };
typedef _Float16 half2 __attribute__((ext_vector_type(2)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef unsigned short ushort4 __attribute__((ext_vector_type(4)));
typedef float vector3 __attribute__((ext_vector_type(3)));
typedef struct { float x, y, z; } float3;
_Static_assert(sizeof(float3) == 12 && sizeof(vector3) == 16, "float3");
_Static_assert(sizeof(int4) == 16 && _Alignof(int4) == 16 && _Alignof(ushort4) == 8, "as CUDA's");

// atomicCAS: the old value, whether or not it was the expected one.
static inline int compare_and_swap(int *address, int expected, int desired)
{
    offload_atomic_compare_exchange(address, &expected, desired);
    return expected;
}

offload_kernel void swaps(int owner[1], int winners[1], int olds[N])
{
    int i = (int)offload_thread_id(0);
    olds[i] = compare_and_swap(&owner[0], 0, i + 1);
    if (olds[i] == 0)
        offload_atomic_add(&winners[0], 1);
}

offload_kernel void longest(const int x[N], int most[1])
{
    int mine = x[offload_thread_id(0)], old = offload_atomic_load(&most[0]);
    while (!offload_atomic_compare_exchange(&most[0], &old, old > mine ? old : mine))
        ;
}

offload_kernel void counters(unsigned up[1], unsigned down[1])
{
    __scoped_atomic_fetch_uinc(&up[0], 5u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_fetch_udec(&down[0], 5u, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}

// __byte_perm
static unsigned bytes(unsigned x, unsigned y, unsigned s)
{
    unsigned long v = x | (unsigned long)y << 32;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; i++)
        result |= (unsigned)(v >> 8 * (s >> 4 * i & 7) & 255) << 8 * i;
    return result;
}

offload_kernel void values(unsigned u[1], float f[3], half2 h[1], int q[1])
{
    u[0] = bytes(0x33221100, 0x77665544, 0x5240);
    f[0] = (float3){1, 2, 3}.z;
    {
#pragma clang fp contract(off)
        f[1] = f[2] * f[2] - 1; // fused, it would be 0x1p-11f + 0x1p-24f
    }
    half2 two = (half2)(_Float16)2.0f;
    h[0] = __builtin_elementwise_fma(h[0], two, h[0] + two);
    q[0] = (int4){1, 2, 3, 4}.w;
}

offload_kernel void dynamic(int y[N])
{
    int *s = offload_dynamic_shared();
    int i = (int)offload_thread_id(0);
    s[i] = i;
    offload_barrier();
    y[i] = s[N - 1 - i];
}

// Warp-synchronous code, with what it needs.
offload_kernel void sums(const int x[N], int sum[1])
{
    offload_shared int s[32];
    int t = (int)offload_thread_id(0) % 32;
    if (offload_thread_id(0) >= 32)
        return;
    s[t] = x[t] + x[t + 32];
    offload_lanes_sync();
    for (int d = 16; d > 0; d /= 2) {
        int other = s[(t + d) % 32];
        offload_lanes_sync();
        s[t] += other;
        offload_lanes_sync();
    }
    if (t == 0)
        sum[0] = s[0];
}

int main(void)
{
    int owner[1] = {0}, winners[1] = {0}, x[N], most[1] = {-1}, q[1], y[N], sum[1];
    unsigned up[1] = {0}, down[1] = {0}, u[1];
    float f[3] = {0, 0, 1 + 0x1p-12f};
    half2 h[1] = {{3, 4}};
    offload(swaps, .blocks = {1}, .block_size = {N})(owner, winners, y);
    HOLDS(winners[0] == 1 && owner[0] >= 1 && owner[0] <= N);
    for (int i = 0; i < N; i++)
        HOLDS(y[i] == (i + 1 == owner[0] ? 0 : owner[0]));
    for (int i = 0; i < N; i++)
        x[i] = i * 37 % N;
    offload(longest, .blocks = {1}, .block_size = {N})(x, most);
    HOLDS(most[0] == N - 1);
    offload(counters, .blocks = {1}, .block_size = {N})(up, down);
    HOLDS(up[0] == N % 6 && down[0] == (6 - N % 6) % 6);
    offload(values, .blocks = {1}, .block_size = {1})(u, f, h, q);
    HOLDS(u[0] == 0x55224400 && f[0] == 3 && f[1] == 0x1p-11f && q[0] == 4);
    HOLDS(h[0].x == 11 && h[0].y == 14);
    offload(dynamic, .blocks = {1}, .block_size = {N}, .shared_bytes = N * sizeof(int))(y);
    HOLDS(y[0] == N - 1 && y[N - 1] == 0);
    offload(sums, .blocks = {1}, .block_size = {N})(x, sum);
    HOLDS(sum[0] == N * (N - 1) / 2);
    return finish();
}
