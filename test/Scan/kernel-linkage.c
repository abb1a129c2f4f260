// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
static offload_kernel void a(void) {}
offload_kernel void b(void) {}
offload_kernel static inline void c(void) {}
static void d(void);
offload_kernel void d(void) {}

// CHECK: "name": "a"
// CHECK: "static": true
// CHECK: "name": "b"
// CHECK: "static": false
// CHECK: "name": "c"
// CHECK: "static": true
// CHECK: "name": "d"
// CHECK: "static": true
