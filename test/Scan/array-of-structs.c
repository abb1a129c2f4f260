// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck --check-prefix=BOUNDS %s
#include <offload.h>
struct body { double position[3], mass; };
offload_kernel void k(int n, struct body bodies[n], const struct body (*pair)[2] offload_count(1))
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "direction": []
// CHECK: "size": 4
// CHECK: "name": "bodies"
// CHECK: "direction": [
// CHECK-NEXT: "to",
// CHECK-NEXT: "from"
// CHECK-NEXT: ]
// CHECK: "size": 32
// CHECK: "name": "pair"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 32

// BOUNDS: bodies: p0:int
// BOUNDS-NEXT: pair: 1:int, 2:unsigned long
