// A thread whose assertion fails ends the program. So the others meet the same barriers and lane functions as without
// the assertion, and are in loops.
// RUN: %offloadcc -O3 --offload-arch=none -Wno-offload-divergent-barrier -S -emit-llvm %s -o - -Rpass-missed=offload 2>%t.remarks | FileCheck %s
// RUN: not grep barriers %t.remarks
// CHECK-NOT: run_fibres
#include <assert.h>
#include <offload.h>

enum { SIZE = 128 };

offload_kernel void swap(int n, const int x[n], int y[n]) {
    offload_shared int pair[SIZE];
    int i = (int)offload_global_id(0), t = (int)offload_thread_id(0), value = 0;
    if (i >= n + 32)
        return;
    if (i < n) {
        value = x[i];
        assert(value >= 0);
    }
    pair[t] = value;
    offload_barrier();
    if (i < n)
        y[i] = pair[t ^ 1];
}

offload_kernel void swap_in_groups(int n, const int x[n], int y[n]) {
    offload_shared int pair[SIZE];
    int i = (int)offload_global_id(0), t = (int)offload_thread_id(0), value = 0;
    if (i < n + 32) {
        if (i < n) {
            value = x[i];
            assert(value >= 0);
        }
        pair[t] = value;
        offload_lanes_sync();
        if (i < n)
            y[i] = pair[t ^ 1];
    }
}
