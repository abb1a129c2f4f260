// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
typedef long long wide;
enum mode { A, B };
offload_kernel void k(char c, _Bool b, wide w, enum mode m, unsigned char u, int x0[c], int x1[b], int x2[w + c], int x3[m * 2], int x4[(short)w], int x5[(_Bool)w],
    int x6[(unsigned char)(u + 1)], int x7[(wide)c], int x8[__extension__ w])
{
}

// CHECK: "name": "k"
// CHECK: "name": "c"
// CHECK: "name": "b"
// CHECK: "name": "w"
// CHECK: "name": "m"
// CHECK: "name": "u"
// CHECK: "name": "x0"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "name": "x1"
// CHECK: "text": "__offloadcc_p1"
// CHECK: "name": "x2"
// CHECK: "text": "((long long)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 43, 8, 1, __offloadcc_p2, ((long long)__offloadcc_p0)))"
// CHECK: "name": "x3"
// CHECK: "text": "((unsigned int)(__offloadcc_p3 * ((unsigned int)2ULL)))"
// CHECK: "name": "x4"
// CHECK: "text": "((short)__offloadcc_p2)"
// CHECK: "name": "x5"
// CHECK: "text": "((_Bool)__offloadcc_p2)"
// CHECK: "name": "x6"
// CHECK: "text": "((unsigned char)((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 43, 4, 1, ((int)__offloadcc_p4), ((int)1LL))))"
// CHECK: "name": "x7"
// CHECK: "text": "((long long)__offloadcc_p0)"
// CHECK: "name": "x8"
// CHECK: "text": "__offloadcc_p2"
