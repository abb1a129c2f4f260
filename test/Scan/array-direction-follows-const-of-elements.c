// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
typedef const float reading;
typedef const float row[8];
typedef struct { int a; } cell;
offload_kernel void k(int n, reading a[n], row b, row *c offload_count(n), const cell d[n], const int (*const e)[2][3] offload_count(n), float f[const n], volatile const int g[n], row h[n])
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "direction": []
// CHECK: "size": 4
// CHECK: "name": "a"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "b"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "c"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "d"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "e"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "f"
// CHECK: "direction": [
// CHECK-NEXT: "to",
// CHECK-NEXT: "from"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "g"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "name": "h"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
