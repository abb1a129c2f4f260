// -foffload-check takes code that LLVM writes in unusual forms: remainders of vectors, values that come from several cases of
// a switch, and loops that are never reached.
// RUN: %offloadcc -w -O0 -foffload-check --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -w -O2 -foffload-check --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -w -O2 -foffload-check --offload-arch=gfx1100,sm_80 %s -c -o %t.o
#include <offload.h>
#include <stdio.h>

typedef unsigned four __attribute__((ext_vector_type(4)));

offload_kernel void vectors(int n, unsigned x[n])
{
    int i = (int)offload_global_id(0);
    four v = {(unsigned)i, 7, 8, 9};
    v %= 5;
    if (i < n)
        x[v.x + v.y] += 1;
}

offload_kernel void cases(int n, const int kind[n], unsigned x[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    int at;
    switch (kind[i]) {
    case 0:
    case 1:
    case 7: at = 0; break;
    case 2: at = i; break;
    case 3:
    case 9: at = n - 1; break;
    default: at = i / 2;
    }
    offload_atomic_add(&x[at], 1u);
}

offload_kernel void never(int n, unsigned x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] += 1;
    return;
again:
    x[0] = 1;
    offload_barrier();
    goto again;
}

int main(void)
{
    enum { N = 16 };
    unsigned x[N] = {0}, sum = 0;
    int kind[N];
    for (int i = 0; i < N; i++)
        kind[i] = i == 5 ? 3 : 2;
    offload(vectors, .blocks = {1}, .block_size = {1})(N, x);
    offload(cases, .threads = {N})(N, kind, x);
    offload(never, .threads = {N})(N, x);
    for (int i = 0; i < N; i++)
        sum += x[i] * (unsigned)i;
    puts(sum == 252 ? "PASS" : "FAIL"); // CHECK: PASS
}
