// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck %s
#include <offload.h>
offload_kernel void k(int i, long l, unsigned u, size_t n, short s, int a[i + i], int b[i - l], int c[u * u], int d[n / u], int e[i / i], int f[i % l],
    int g[-i], int h[-u], int o[+s], int p[~i], int q[s * s], int r[i << 2], int t[u >> i], int v[i & 7], int w[n | u ^ 1], int x[n / 2 * 2])
{
}

// CHECK: a: (p0:int + p0:int):int
// CHECK-NEXT: b: ((p0:int):long - p1:long):long
// CHECK-NEXT: c: (p2:unsigned int * p2:unsigned int):unsigned int
// CHECK-NEXT: d: (p3:unsigned long / (p2:unsigned int):unsigned long):unsigned long
// CHECK-NEXT: e: (p0:int / p0:int):int
// CHECK-NEXT: f: ((p0:int):long % p1:long):long
// CHECK-NEXT: g: (-p0:int):int
// CHECK-NEXT: h: (-p2:unsigned int):unsigned int
// CHECK-NEXT: o: (p4:short):int
// CHECK-NEXT: p: (~p0:int):int
// CHECK-NEXT: q: ((p4:short):int * (p4:short):int):int
// CHECK-NEXT: r: (p0:int << 2:int):int
// CHECK-NEXT: t: (p2:unsigned int >> p0:int):unsigned int
// CHECK-NEXT: v: (p0:int & 7:int):int
// CHECK-NEXT: w: (p3:unsigned long | ((p2:unsigned int ^ 1:unsigned int):unsigned int):unsigned long):unsigned long
// CHECK-NEXT: x: ((p3:unsigned long / 2:unsigned long):unsigned long * 2:unsigned long):unsigned long
