// Shuffles need to know which lanes are there only where a branch may keep some of the warp away. These
// vote before the branch, once for all shuffles that the same lanes come to.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
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

// The whole warp ends at its last lane, which a block's last warp is asked for once.
// CHECK-LABEL: .entry straight$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 {{.*}}, -1;
// CHECK-NOT: laneid
// CHECK: shfl.sync.down.b32 {{.*}}, 16, [[LAST:%r[0-9]+]], -1;
// CHECK-NEXT: add.rn.f32
// CHECK-NEXT: shfl.sync.down.b32 {{.*}}, 8, [[LAST]], -1;
// CHECK-COUNT-3: shfl.sync.down.b32 {{.*}}, [[LAST]], -1;
KERNEL(straight, v = sum_of_warp(y[t]))

// Lanes meet again after the loop.
// CHECK-LABEL: .entry behind_a_loop$(
// CHECK-NOT: activemask
// CHECK-COUNT-5: shfl.sync.down
KERNEL(behind_a_loop, for (size_t i = t; i < n; i += offload_global_size(0)) v += y[i]; v = sum_of_warp(v))

// How far is not known: 32 is further than any lane.
// CHECK-LABEL: .entry alike$(
// CHECK-NOT: activemask
// CHECK: shfl.sync.bfly.b32 [[OTHER:%r[0-9]+]], [[OWN:%r[0-9]+]], [[BY:%r[0-9]+]], {{%r[0-9]+}}, -1;
// CHECK: setp.lt.u32 [[NEAR:%p[0-9]+]], [[BY]], 32;
// CHECK: selp.{{[bf]}}32 {{.*}}, [[OTHER]], [[OWN]], [[NEAR]];
KERNEL(alike, v = y[t]; for (int i = 0; i < m; i++) v += offload_lane_shuffle_xor(v, i))

// All lanes are told the same of the vote.
// CHECK-LABEL: .entry by_vote$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 {{.*}}, -1;
// CHECK: vote.sync.ballot.b32 {{.*}}, -1;
// CHECK: shfl.sync.up.b32 {{.*}}, 1, 0, -1;
KERNEL(by_vote, v = y[t]; while (offload_lane_any(v > 3)) v -= offload_lane_shuffle_up(v, 1))

// CHECK-LABEL: .entry in_a_branch$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[HERE:%r[0-9]+]], {{%p[0-9]+}}, -1;
// CHECK-NOT: {{activemask|vote}}
// CHECK: shr.u32 [[ABOVE:%r[0-9]+]], [[HERE]], {{%r[0-9]+}};
// CHECK: shfl.sync.down.b32 {{.*}}, 16, 31, [[HERE]];
// CHECK-NEXT: and.b32 {{.*}}, [[ABOVE]], 65536;
// CHECK: shfl.sync.down.b32 {{.*}}, 1, 31, [[HERE]];
// CHECK-NEXT: and.b32 {{.*}}, [[ABOVE]], 2;
KERNEL(in_a_branch, v = y[t]; if (v > 3) v = sum_of_warp(v))

// CHECK-LABEL: .entry after_a_return$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[HERE:%r[0-9]+]], {{%p[0-9]+}}, -1;
// CHECK-NOT: {{activemask|vote}}
// CHECK-COUNT-5: shfl.sync.down.b32 {{.*}}, 31, [[HERE]];
KERNEL(after_a_return, if (t >= n) return; v = sum_of_warp(y[t]))

// Those that come to the loop run it alike.
// CHECK-LABEL: .entry in_a_loop$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[HERE:%r[0-9]+]], {{%p[0-9]+}}, -1;
// CHECK: $L__
// CHECK-NOT: {{activemask|vote}}
// CHECK: shfl.sync.bfly.b32 {{.*}}, 31, [[HERE]];
KERNEL(in_a_loop, v = y[t]; if (v > 3) for (int i = 0; i < m; i++) v += offload_lane_shuffle_xor(v, i))

// Here, those that are left vote in each turn.
// CHECK-LABEL: .entry by_values$(
// CHECK-NOT: activemask
// CHECK: mov.b32 [[LEFT:%r[0-9]+]], -1;
// CHECK: $L__
// CHECK: vote.sync.ballot.b32 [[LEFT]], {{%p[0-9]+}}, [[LEFT]];
// CHECK-NOT: {{activemask|vote}}
// CHECK: shfl.sync.bfly.b32 {{.*}}, 31, [[LEFT]];
KERNEL(by_values, v = y[t]; for (int i = 0; i < (int)v; i++) v += offload_lane_shuffle_xor(v, i))

// And where they part once more.
// CHECK-LABEL: .entry in_a_second_branch$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[FIRST:%r[0-9]+]], {{%p[0-9]+}}, -1;
// CHECK: shfl.sync.down.b32 {{.*}}, 1, 31, [[FIRST]];
// CHECK: vote.sync.ballot.b32 [[SECOND:%r[0-9]+]], {{%p[0-9]+}}, [[FIRST]];
// CHECK: shfl.sync.down.b32 {{.*}}, 2, 31, [[SECOND]];
// CHECK: shfl.sync.down.b32 {{.*}}, 4, 31, [[FIRST]];
KERNEL(in_a_second_branch, v = y[t]; if (v > 3) {
    v += offload_lane_shuffle_down(v, 1);
    if (v > 5) v += offload_lane_shuffle_down(v, 2);
    v += offload_lane_shuffle_down(v, 4);
})

// CHECK-LABEL: .entry chosen_length$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[LEFT:%r[0-9]+]], {{%p[0-9]+}}, [[LEFT]];
// CHECK: shfl.sync.bfly.b32 {{.*}}, 31, [[LEFT]];
KERNEL(chosen_length, v = y[t]; int k; if (v > 3) k = (m = 5, 4); else k = 5;
       for (int i = 0; i < k; i++) v += offload_lane_shuffle_xor(v, i))

// How often the first loop ran is each lane's own.
// CHECK-LABEL: .entry left_loop$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[LEFT:%r[0-9]+]], {{%p[0-9]+}}, [[LEFT]];
// CHECK: shfl.sync.bfly.b32 {{.*}}, 31, [[LEFT]];
KERNEL(left_loop, int i; for (i = 0; i < m; i++) if (y[t * (size_t)i] > 3) break;
       for (int j = 0; j < i; j++) v += offload_lane_shuffle_xor(v, j))

// What a thread loads may be another's value by then.
// CHECK-LABEL: .entry loaded$(
// CHECK-NOT: activemask
// CHECK: vote.sync.ballot.b32 [[LEFT:%r[0-9]+]], {{%p[0-9]+}}, [[LEFT]];
// CHECK: shfl.sync.bfly.b32 {{.*}}, 31, [[LEFT]];
KERNEL(loaded, v = y[t]; while (y[0] < 3) v += offload_lane_shuffle_xor(v, 1), y[1] = v)

// However long the kernel is.
// CHECK-LABEL: .entry lengthy$(
// CHECK-NOT: activemask
// CHECK: shfl.sync.down
#define TEN(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
KERNEL(lengthy, v = y[t]; TEN(TEN(v = v * v + offload_lane_shuffle_down(v, 1); if (v > 5) v += y[t + 1];)))
