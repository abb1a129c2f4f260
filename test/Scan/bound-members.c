// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
struct shape {
    int width, dims[3], grid[2][2];
    unsigned bits : 5;
    struct { short deep; } in;
    union { long as_long; int as_int; };
};
offload_kernel void k(struct shape s, const volatile struct shape t, int a[s.width], int b[(s).dims[2]], int c[s.grid[1][0]], int d[s.bits], int e[s.in.deep],
    int f[s.as_int], int g[s.width * t.as_long])
{
}

// CHECK: "name": "k"
// CHECK: "name": "s"
// CHECK: "name": "t"
// CHECK: "name": "a"
// CHECK: "text": "__offloadcc_p0.width"
// CHECK: "name": "b"
// CHECK: "text": "__offloadcc_p0.dims[2]"
// CHECK: "name": "c"
// CHECK: "text": "__offloadcc_p0.grid[1][0]"
// CHECK: "name": "d"
// CHECK: "text": "__offloadcc_p0.bits"
// CHECK: "name": "e"
// CHECK: "text": "__offloadcc_p0.in.deep"
// CHECK: "name": "f"
// CHECK: "text": "__offloadcc_p0.as_int"
// CHECK: "name": "g"
// CHECK: "text": "((long)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 42, 8, 1, ((long)__offloadcc_p0.width), __offloadcc_p1.as_long))"
