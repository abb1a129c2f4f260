// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
offload_kernel void k(int n, offload_out float x[n], offload_scratch int y[n]);
void k(int n, float x[n], int y[n])
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "direction": []
// CHECK: "name": "x"
// CHECK: "direction": [
// CHECK-NEXT: "from"
// CHECK-NEXT: ]
// CHECK: "name": "y"
// CHECK: "direction": []
