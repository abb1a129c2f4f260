// `#pragma unroll` over lane functions is followed where all threads make the same turns: with a
// number, four turns and one in the loop that makes those that remain; and in full.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t -Wno-pass-failed %s
// RUN: llvm-dis -o - %t/*/sm_80.bc | FileCheck %s
// RUN: llvm-dis -o - %t/*/gfx90a.bc | FileCheck %s
#include <offload.h>

#define KERNEL(name, ...)                                                                          \
    offload_kernel void name(size_t n, unsigned m, unsigned y[n])                                  \
    {                                                                                              \
        unsigned i = (unsigned)offload_global_id(0), v = y[i];                                     \
        __VA_ARGS__                                                                                \
        y[i] = v;                                                                                  \
    }
#define UNROLL(count) _Pragma(#count)

// CHECK-LABEL: define {{.*}}@"shuffles$"
// CHECK-COUNT-5: call {{.*(shfl.sync|bpermute|swizzle|update.dpp)}}
// CHECK-NOT: call {{.*(shfl.sync|bpermute|swizzle|update.dpp)}}
KERNEL(shuffles, UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) v += offload_lane_shuffle_xor(v, c);)

// CHECK-LABEL: define {{.*}}@"shuffles_in_full$"
// CHECK-COUNT-5: call {{.*(shfl.sync|bpermute|swizzle|update.dpp)}}
// CHECK-NOT: call {{.*(shfl.sync|bpermute|swizzle|update.dpp)}}
KERNEL(shuffles_in_full, UNROLL(clang loop unroll(full)) for (unsigned c = 16; c; c /= 2)
       v += offload_lane_shuffle_down(v, c);)

// CHECK-LABEL: define {{.*}}@"shuffles_of_some$"
// CHECK: call {{.*(shfl.sync|bpermute|swizzle|update.dpp)}}
// CHECK-NOT: call {{.*(shfl.sync|bpermute|swizzle|update.dpp)}}
KERNEL(shuffles_of_some, UNROLL(unroll 4) for (unsigned c = i; c < m; c++) v += offload_lane_shuffle_xor(v, c);)

// The votes are compared with numbers, which the other ballots are not.
// CHECK-LABEL: define {{.*}}@"ballots$"
// CHECK-COUNT-5: icmp ugt {{.*}}, %
// CHECK-NOT: icmp ugt {{.*}}, %
KERNEL(ballots, UNROLL(unroll 4) for (unsigned c = 0; c < m; c++) y[c] = (unsigned)offload_lane_ballot(v > c);)
