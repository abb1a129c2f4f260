// Shuffles ask which lanes are there only where a branch may keep some of the warp away.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
#include <offload.h>

static float sum_of_warp(float v)
{
    for (unsigned o = 16; o; o >>= 1)
        v += offload_lane_shuffle_down(v, o);
    return v;
}
#define KERNEL(name, ...)                                                                          \
    offload_kernel void name(size_t n, int m, float y[n])                                          \
    {                                                                                              \
        size_t t = offload_global_id(0);                                                           \
        float v = 0;                                                                               \
        __VA_ARGS__;                                                                               \
        y[t] = v;                                                                                  \
    }

// CHECK-LABEL: .entry straight$(
// CHECK-NOT: activemask
// CHECK-COUNT-5: shfl.sync.idx
KERNEL(straight, v = sum_of_warp(y[t]))

// Lanes meet again after the loop.
// CHECK-LABEL: .entry behind_a_loop$(
// CHECK-NOT: activemask
// CHECK-COUNT-5: shfl.sync.idx
KERNEL(behind_a_loop, for (size_t i = t; i < n; i += offload_global_size(0)) v += y[i]; v = sum_of_warp(v))

// CHECK-LABEL: .entry alike$(
// CHECK-NOT: activemask
// CHECK: shfl.sync.idx
KERNEL(alike, v = y[t]; for (int i = 0; i < m; i++) v += offload_lane_shuffle_xor(v, i))

// CHECK-LABEL: .entry in_a_branch$(
// CHECK: activemask
KERNEL(in_a_branch, v = y[t]; if (v > 3) v = sum_of_warp(v))

// CHECK-LABEL: .entry after_a_return$(
// CHECK: activemask
KERNEL(after_a_return, if (t >= n) return; v = sum_of_warp(y[t]))

// CHECK-LABEL: .entry by_values$(
// CHECK: activemask
KERNEL(by_values, v = y[t]; for (int i = 0; i < (int)v; i++) v += offload_lane_shuffle_xor(v, i))

// CHECK-LABEL: .entry chosen_length$(
// CHECK: activemask
KERNEL(chosen_length, v = y[t]; int k; if (v > 3) k = (m = 5, 4); else k = 5;
       for (int i = 0; i < k; i++) v += offload_lane_shuffle_xor(v, i))

// How often the first loop ran is each lane's own.
// CHECK-LABEL: .entry left_loop$(
// CHECK: activemask
KERNEL(left_loop, int i; for (i = 0; i < m; i++) if (y[t * (size_t)i] > 3) break;
       for (int j = 0; j < i; j++) v += offload_lane_shuffle_xor(v, j))

// What a thread loads may be another's value by then.
// CHECK-LABEL: .entry loaded$(
// CHECK: activemask
KERNEL(loaded, v = y[t]; while (y[0] < 3) v += offload_lane_shuffle_xor(v, 1), y[1] = v)
