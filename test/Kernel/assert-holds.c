// Assertions that hold, and branches to abort that are not taken, change nothing.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -DNDEBUG
#include <assert.h>
#include <offload.h>
#include <stdlib.h>

#include "Inputs/check.h"

enum { N = 1000 };

static int half(int x) {
    assert(x % 2 == 0);
    return x / 2;
}

offload_kernel void checked(int n, int a[n]) {
    offload_shared int sum;
    int i = (int)offload_global_id(0);
    assert(n == N && "the size");
    if (offload_thread_id(0) == 0)
        sum = 0;
    offload_barrier();
    if (i < n) {
        assert(a[i] == 4 * i);
        a[i] = half(a[i]);
        if (a[i] < 0)
            abort();
        offload_atomic_add(&sum, 1);
    }
    offload_barrier();
    assert(sum > 0 && sum <= (int)offload_block_size(0));
    if (i < n)
        a[i] += sum > 0;
}

static int a[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = 4 * i;
    offload(checked, .threads = {N})(N, a);
    for (int i = 0; i < N; i++)
        EQUAL(a[i], 2 * i + 1);
    return finish();
}
