// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck %s
#include <offload.h>
typedef long long wide;
enum mode { A, B };
offload_kernel void k(char c, _Bool b, wide w, enum mode m, unsigned char u, int x0[c], int x1[b], int x2[w + c], int x3[m * 2], int x4[(short)w], int x5[(_Bool)w],
    int x6[(unsigned char)(u + 1)], int x7[(wide)c], int x8[__extension__ w])
{
}

// CHECK: x0: p0:signed char
// CHECK-NEXT: x1: p1:_Bool
// CHECK-NEXT: x2: (p2:long + (p0:signed char):long):long
// CHECK-NEXT: x3: (p3:unsigned int * 2:unsigned int):unsigned int
// CHECK-NEXT: x4: (p2:long):short
// CHECK-NEXT: x5: (p2:long):_Bool
// CHECK-NEXT: x6: (((p4:unsigned char):int + 1:int):int):unsigned char
// CHECK-NEXT: x7: (p0:signed char):long
// CHECK-NEXT: x8: p2:long
