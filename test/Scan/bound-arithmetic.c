// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
offload_kernel void k(int i, long l, unsigned u, size_t n, short s, int a[i + i], int b[i - l], int c[u * u], int d[n / u], int e[i / i], int f[i % l],
    int g[-i], int h[-u], int o[+s], int p[~i], int q[s * s], int r[i << 2], int t[u >> i], int v[i & 7], int w[n | u ^ 1], int x[n / 2 * 2])
{
}

// CHECK: "name": "k"
// CHECK: "name": "i"
// CHECK: "name": "l"
// CHECK: "name": "u"
// CHECK: "name": "n"
// CHECK: "name": "s"
// CHECK: "name": "a"
// CHECK: "text": "((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 43, 4, 1, __offloadcc_p0, __offloadcc_p0))"
// CHECK: "name": "b"
// CHECK: "text": "((long)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 45, 8, 1, ((long)__offloadcc_p0), __offloadcc_p1))"
// CHECK: "name": "c"
// CHECK: "text": "((unsigned int)(__offloadcc_p2 * __offloadcc_p2))"
// CHECK: "name": "d"
// CHECK: "text": "((unsigned long)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 47, 8, 0, __offloadcc_p3, ((unsigned long)__offloadcc_p2)))"
// CHECK: "name": "e"
// CHECK: "text": "((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 47, 4, 1, __offloadcc_p0, __offloadcc_p0))"
// CHECK: "name": "f"
// CHECK: "text": "((long)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 37, 8, 1, ((long)__offloadcc_p0), __offloadcc_p1))"
// CHECK: "name": "g"
// CHECK: "text": "((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 45, 4, 1, 0, __offloadcc_p0))"
// CHECK: "name": "h"
// CHECK: "text": "((unsigned int)-__offloadcc_p2)"
// CHECK: "name": "o"
// CHECK: "text": "((int)__offloadcc_p4)"
// CHECK: "name": "p"
// CHECK: "text": "((int)~__offloadcc_p0)"
// CHECK: "name": "q"
// CHECK: "text": "((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 42, 4, 1, ((int)__offloadcc_p4), ((int)__offloadcc_p4)))"
// CHECK: "name": "r"
// CHECK: "text": "((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 60, 4, 1, __offloadcc_p0, ((int)2LL)))"
// CHECK: "name": "t"
// CHECK: "text": "((unsigned int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 62, 4, 0, __offloadcc_p2, __offloadcc_p0))"
// CHECK: "name": "v"
// CHECK: "text": "((int)(__offloadcc_p0 & ((int)7LL)))"
// CHECK: "name": "w"
// CHECK: "text": "((unsigned long)(__offloadcc_p3 | ((unsigned long)((unsigned int)(__offloadcc_p2 ^ ((unsigned int)1ULL))))))"
// CHECK: "name": "x"
// CHECK: "text": "((unsigned long)(((unsigned long)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 47, 8, 0, __offloadcc_p3, ((unsigned long)2ULL))) * ((unsigned long)2ULL)))"
