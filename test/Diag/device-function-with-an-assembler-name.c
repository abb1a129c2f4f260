// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_device int here(int x) __asm__("there");
offload_device int elsewhere(int x) __asm__("another");
int here(int x) {
    return x;
}
offload_kernel void k(int x[1]) {
    x[0] = elsewhere(x[0]);
}

// CHECK-DAG: :5:5: error: device function 'here' has another name in assembly, 'there'; remove the asm label or the attribute that gives it
// CHECK-DAG: :9:12: error: kernel 'k' calls 'elsewhere', which has another name in assembly; remove the asm label or the attribute that gives it
