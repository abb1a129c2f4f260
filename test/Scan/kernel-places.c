// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>

  offload_kernel void first(void)
{
}
#define KERNEL(name) \
    offload_kernel void name(int count) \
    { \
    }
KERNEL(second) KERNEL(third)
#line 100 "other.y"
offload_kernel void fourth(void)
{
}

// CHECK: "name": "first"
// CHECK: "file": "{{.*}}kernel-places.c"
// CHECK: "line": 6
// CHECK: "column": 23
// CHECK: "name": "second"
// CHECK: "file": "{{.*}}kernel-places.c"
// CHECK: "line": 13
// CHECK: "column": 1
// CHECK: "name": "count"
// CHECK: "file": "{{.*}}kernel-places.c"
// CHECK: "line": 13
// CHECK: "column": 1
// CHECK: "name": "third"
// CHECK: "file": "{{.*}}kernel-places.c"
// CHECK: "line": 13
// CHECK: "column": 16
// CHECK: "name": "count"
// CHECK: "file": "{{.*}}kernel-places.c"
// CHECK: "line": 13
// CHECK: "column": 16
// CHECK: "name": "fourth"
// CHECK: "file": "{{.*}}other.y"
// CHECK: "line": 100
// CHECK: "column": 21
