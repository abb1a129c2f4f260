// What a call writes before an exception could leave it, the kernel reads afterwards: no load moves
// in front of the call.
// RUN: %offloadcc -O2 -fexceptions --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdio.h>

enum { N = 1000 };

static __attribute__((noinline)) void done(int *value) { *(volatile int *)value = 1; }
static __attribute__((noinline)) void add_one(int *value) { *(volatile int *)value += 1; }
static __attribute__((noinline)) void add_two(int *value) { *(volatile int *)value += 2; }
static void (*const table[2])(int *) = {add_one, add_two};

offload_kernel void grow(int n, int values[n], int growth[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    int before = values[i], which = n & 1;
    if (before > 0) {
        int guard __attribute__((cleanup(done))) = 0;
        table[which](&values[i]);
        growth[i] = values[i] - before;
    }
}

int main(void)
{
    static int values[N], growth[N];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        values[i] = i + 1;
    offload(grow, .threads = {N})(N, values, growth);
    for (int i = 0; i < N; i++)
        wrong += growth[i] != 1;
    if (wrong)
        printf("%d of %d are wrong\n", wrong, N);
    return wrong != 0;
}
