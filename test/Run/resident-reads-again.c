// Host code that looks at several elements of an array after each launch gets them by one copy, once it has done so.
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_REPORT=summary %t > %t.out 2>&1 && FileCheck %s < %t.out
#include <offload.h>
#include <stdio.h>

enum { N = 1000, TURNS = 100 };

offload_kernel void add(size_t n, int x[n]) {
    offload_for (i, n)
        x[i] += 1;
}

static int x[N];

// CHECK: sum 10106
// After the first launch 2 copies, then one.
// CHECK: {{ +[0-9]+ +100 +[0-9]+ +101 +.*: add: x}}
int main(void) {
    int sum = 0;
    for (int i = 0; i < TURNS; i++) {
        offload(add)(N, x);
        x[i]++;
        sum += x[7 * i] + x[(31 * i + 500) % N];
    }
    printf("sum %d\n", sum);
    return 0;
}
