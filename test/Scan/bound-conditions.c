// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
offload_kernel void k(int i, unsigned u, size_t n, int a[i < 5], int b[i == u], int c[i && n], int d[i || !n], int e[i ? n : 4], int f[i ?: 3],
    int g[n > 3 ? i : (int)n], int h[!i], int j[i ?: n])
{
}

// CHECK: "name": "k"
// CHECK: "name": "i"
// CHECK: "name": "u"
// CHECK: "name": "n"
// CHECK: "name": "a"
// CHECK: "text": "((int)(__offloadcc_p0 < ((int)5LL)))"
// CHECK: "name": "b"
// CHECK: "text": "((int)(((unsigned int)__offloadcc_p0) == __offloadcc_p1))"
// CHECK: "name": "c"
// CHECK: "text": "((int)(__offloadcc_p0 && __offloadcc_p2))"
// CHECK: "name": "d"
// CHECK: "text": "((int)(__offloadcc_p0 || ((int)!__offloadcc_p2)))"
// CHECK: "name": "e"
// CHECK: "text": "((unsigned long)(__offloadcc_p0 ? __offloadcc_p2 : ((unsigned long)4ULL)))"
// CHECK: "name": "f"
// CHECK: "text": "((int)(__offloadcc_p0 ? __offloadcc_p0 : ((int)3LL)))"
// CHECK: "name": "g"
// CHECK: "text": "((int)(((int)(__offloadcc_p2 > ((unsigned long)3ULL))) ? __offloadcc_p0 : ((int)__offloadcc_p2)))"
// CHECK: "name": "h"
// CHECK: "text": "((int)!__offloadcc_p0)"
// CHECK: "name": "j"
// CHECK: "text": "((unsigned long)(__offloadcc_p0 ? ((unsigned long)__offloadcc_p0) : __offloadcc_p2))"
