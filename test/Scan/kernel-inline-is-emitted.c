// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
inline offload_kernel void not_here(int n) {}
inline offload_kernel void with_extern(int n) {}
extern void with_extern(int n);
inline offload_kernel void with_plain(int n) {}
void with_plain(int n);
inline offload_kernel void nor_here(int n) {}
inline void nor_here(int n);
extern inline offload_kernel void extern_inline(int n) {}

// CHECK: "name": "with_extern"
// CHECK: "name": "n"
// CHECK: "name": "with_plain"
// CHECK: "name": "n"
// CHECK: "name": "extern_inline"
// CHECK: "name": "n"
