// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -std=gnu89
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
inline offload_kernel void emitted(int n) {}
extern inline offload_kernel void not_here(int n) {}

// CHECK: "name": "emitted"
// CHECK: "name": "n"
