// The undefined-behaviour sanitizer's own checks and variables stay right where a kernel is split
// into loops over threads: nothing is reported of a kernel that does nothing wrong, and what is
// wrong is reported of the threads that do it.
//
// The sanitizer looks at the arrays that the launch's arguments are read from, before the threads'
// code. Those are none of a thread's variables, and what is compared there has its own outcome.
//
// RUN: %offloadcc -O0 -g -fsanitize=undefined --offload-arch=none %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=undefined --offload-arch=none %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 -g -fsanitize=undefined --offload-arch=none %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include <limits.h>
#include <offload.h>
#include <stdio.h>

enum { SIZE = 40 };

offload_kernel void shift(int add, int n, int x[n])
{
    offload_shared int pass[SIZE];
    unsigned t = offload_thread_id(0);
    pass[t] = x[t];
    offload_barrier();
    x[t] = pass[(t + 1) % SIZE] + add;
}

int main(void)
{
    int x[SIZE];
    for (int i = 0; i < SIZE; i++)
        x[i] = i;
    setbuf(stdout, NULL);
    offload(shift, .threads = {SIZE}, .block_size = {SIZE})(40, SIZE, x);
    printf("%d %d\n", x[0], x[SIZE - 1]);
    x[7] = INT_MAX;
    offload(shift, .threads = {SIZE}, .block_size = {SIZE})(40, SIZE, x);
    printf("%d\n", x[0]);
}
// CHECK-NOT: error
// CHECK: 41 40
// CHECK-NEXT: barriers.c:[[#@LINE-17]]:33: runtime error: signed integer overflow: 2147483647 + 40
// CHECK-NOT: error
// CHECK: 82
