// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck %s
#include <offload.h>
offload_kernel void k(int i, unsigned u, size_t n, int a[i < 5], int b[i == u], int c[i && n], int d[i || !n], int e[i ? n : 4], int f[i ?: 3],
    int g[n > 3 ? i : (int)n], int h[!i], int j[i ?: n])
{
}

// CHECK: a: (p0:int < 5:int):int
// CHECK-NEXT: b: ((p0:int):unsigned int == p1:unsigned int):int
// CHECK-NEXT: c: (p0:int && p2:unsigned long):int
// CHECK-NEXT: d: (p0:int || (!p2:unsigned long):int):int
// CHECK-NEXT: e: (p0:int ? p2:unsigned long : 4:unsigned long):unsigned long
// CHECK-NEXT: f: (p0:int ? p0:int : 3:int):int
// CHECK-NEXT: g: ((p2:unsigned long > 3:unsigned long):int ? p0:int : (p2:unsigned long):int):int
// CHECK-NEXT: h: (!p0:int):int
// CHECK-NEXT: j: (p0:int ? (p0:int):unsigned long : p2:unsigned long):unsigned long
