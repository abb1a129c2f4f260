// A kernel calls a function through a pointer that another kernel has stored: the function knows its thread, and may
// wait at a barrier.
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

typedef int function(int x);

static int with_id(int x) {
    return x + (int)offload_global_id(0);
}

static int of_next(int x) {
    offload_shared int all[64];
    unsigned thread = offload_thread_id(0);
    all[thread] = x + (int)thread;
    offload_barrier();
    int next = all[(thread + 1) % 64];
    offload_barrier();
    return next;
}

static offload_global function *chosen;

static offload_kernel void choose(int which) {
    if (offload_global_id(0) == 0)
        chosen = which ? of_next : with_id;
}

static offload_kernel void call(int n, int y[n]) {
    y[offload_global_id(0)] = chosen(1000);
}

static void show(int which) {
    static int y[128];
    offload(choose, .threads = {1})(which);
    offload(call, .blocks = {2}, .block_size = {64})(128, y);
    printf("%d %d %d\n", y[0], y[5], y[127]);
}

int main(void) {
    show(0); // CHECK: 1000 1005 1127
    show(1); // CHECK-NEXT: 1001 1006 1000
    puts("PASS");
    return 0;
}
