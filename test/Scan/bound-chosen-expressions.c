// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, int m, int a[__builtin_choose_expr(1, n, m)], int b[__builtin_choose_expr(0, n, m) + 1],
    int c[_Generic(1, int: 3, default: 4)])
{
}

// CHECK: a: p0:int
// CHECK-NEXT: b: (p1:int + 1:int):int
// CHECK-NEXT: c: 3:unsigned long
