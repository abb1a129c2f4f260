// Functions that wait at a barrier and cannot be inlined: recursive ones, directly and mutually, with
// parameters and results of all kinds; compiled for other instructions; with computed gotos.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O0 -g --offload-arch=none %s -o %t.debug
// RUN: %t.debug | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: %t.image | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct big {
    int count[20];
    double sum;
};
struct pair {
    long a;
    double b;
};

// A struct by value that is changed, one returned, and a local variable whose address gets out.
static struct big fill(struct big b, int depth, int **out)
{
    int local = depth * 100 + (int)offload_thread_id(0);
    *out = &local;
    b.count[depth]++;
    offload_barrier();
    b.count[19] += **out == depth * 100 + (int)offload_thread_id(0);
    if (depth == 0)
        return b;
    int *inner;
    b.sum += 0.5;
    struct big result = fill(b, depth - 1, &inner);
    result.count[18] += local == depth * 100 + (int)offload_thread_id(0);
    return result;
}

static struct pair odd(int n);
static struct pair even(int n)
{
    if (n == 0)
        return (struct pair){1000, 1.5};
    offload_barrier();
    struct pair p = odd(n - 1);
    p.b *= 2;
    return p;
}
static struct pair odd(int n)
{
    if (n == 0)
        return (struct pair){0, 0.5};
    struct pair p = even(n - 1);
    offload_barrier();
    p.a++;
    return p;
}

static __int128 power(int n, __int128 x)
{
    offload_barrier();
    return n ? power(n - 1, x * 3) : x;
}

static int jumps(int n)
{
    static const void *const labels[] = {&&one, &&ten, &&hundred};
    int i = 0, sum = 0;
next:
    if (i == 6)
        return sum;
    goto *(void *)labels[i++ % 3];
one:
    offload_barrier();
    sum += 1;
    goto next;
ten:
    sum += 10;
    offload_barrier();
    goto next;
hundred:
    sum += 100 * n;
    goto next;
}

__attribute__((target("sse4.2"), noinline)) static int neighbour(int value)
{
    offload_shared int values[64];
    values[offload_thread_id(0)] = value;
    offload_barrier();
    int result = values[(offload_thread_id(0) + 1) % offload_block_size(0)];
    offload_barrier();
    return result;
}

offload_kernel void all(int n, int x[n], struct big start)
{
    int t = (int)offload_thread_id(0), *out;
    struct big b = fill(start, 3, &out);
    int ok = b.count[0] == 1 && b.count[3] == 1 && b.count[19] == 4 && b.count[18] == 3 &&
             b.sum == 2.5;
    struct pair p = even(5);
    ok += 2 * (p.a == 2 && p.b == 4);
    ok += 4 * (power(30, 1) == (__int128)205891132094649);
    ok += 8 * (jumps(t) == 22 + 200 * t);
    ok += 16 * (neighbour(t) == (t + 1) % (int)offload_block_size(0));
    x[offload_global_id(0)] = ok;
}

int main(void)
{
    enum { THREADS = 9, BLOCKS = 5, N = THREADS * BLOCKS };
    int x[N], wrong = 0;
    offload(all, .blocks = {BLOCKS}, .block_size = {THREADS})(N, x, (struct big){.sum = 1});
    for (int i = 0; i < N; i++)
        wrong += x[i] != 31;
    printf("wrong %d (%d)\n", wrong, x[0]);
    // CHECK: wrong 0 (31)
}
