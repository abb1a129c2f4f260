// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck %s
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

// CHECK: a: p0.width:int
// CHECK-NEXT: b: p0.dims[2]:int
// CHECK-NEXT: c: p0.grid[1][0]:int
// CHECK-NEXT: d: p0.bits:unsigned int
// CHECK-NEXT: e: p0.in.deep:short
// CHECK-NEXT: f: p0.as_int:int
// CHECK-NEXT: g: ((p0.width:int):long * p1.as_long:long):long
