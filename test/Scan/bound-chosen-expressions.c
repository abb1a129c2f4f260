// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
offload_kernel void k(int n, int m, int a[__builtin_choose_expr(1, n, m)], int b[__builtin_choose_expr(0, n, m) + 1],
    int c[_Generic(1, int: 3, default: 4)])
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "name": "m"
// CHECK: "name": "a"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "name": "b"
// CHECK: "text": "((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 43, 4, 1, __offloadcc_p1, ((int)1LL)))"
// CHECK: "name": "c"
// CHECK: "text": "((unsigned long)3ULL)"
