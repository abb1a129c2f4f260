// GNU's meaning of inline holds for the functions that ask for it: `extern inline` is not emitted.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
__attribute__((gnu_inline)) inline offload_kernel void emitted(int n) {}
__attribute__((gnu_inline)) extern inline offload_kernel void not_here(int n) {}

// CHECK: "name": "emitted"
// CHECK-NOT: "name": "not_here"
