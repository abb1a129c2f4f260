// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
offload_kernel void k(int n, const float to[n], float both[n], offload_out float from[n], offload_scratch float room[n],
                      offload_device_ptr void *address, offload_device_ptr const double typed[n])
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "kind": "value"
// CHECK: "direction": []
// CHECK: "type": "int"
// CHECK: "size": 4
// CHECK: "name": "to"
// CHECK: "kind": "array"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "type": "void *"
// CHECK: "size": 4
// CHECK: "name": "both"
// CHECK: "kind": "array"
// CHECK: "direction": [
// CHECK-NEXT: "to",
// CHECK-NEXT: "from"
// CHECK-NEXT: ]
// CHECK: "type": "void *"
// CHECK: "size": 4
// CHECK: "name": "from"
// CHECK: "kind": "array"
// CHECK: "direction": [
// CHECK-NEXT: "from"
// CHECK-NEXT: ]
// CHECK: "type": "void *"
// CHECK: "size": 4
// CHECK: "name": "room"
// CHECK: "kind": "array"
// CHECK: "direction": []
// CHECK: "type": "void *"
// CHECK: "size": 4
// CHECK: "name": "address"
// CHECK: "kind": "device_ptr"
// CHECK: "direction": []
// CHECK: "type": "void *"
// CHECK: "size": 0
// CHECK: "name": "typed"
// CHECK: "kind": "device_ptr"
// CHECK: "direction": []
// CHECK: "type": "void *"
// CHECK: "size": 8
