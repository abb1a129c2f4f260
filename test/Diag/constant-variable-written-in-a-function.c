// A write of an offload_constant variable in a function has the calls that lead to it, as other errors have.
// RUN: not %offloadcc -c --offload-arch=x86-64,sm_90,gfx90a %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c --offload-arch=none -O0 %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -c --offload-arch=none -g %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_constant int w[4];
static void set(int *p, int v) {
    *p = v;
}
static void deep(int *p) {
    set(p + 1, 3);
}
offload_kernel void k(int n, int y[n]) {
    if (n > 3) {
        deep(w);
    }
    y[0] = w[1];
}
offload_kernel void k2(int y[1]) {
    deep(w);
    y[0] = w[1];
}

__attribute__((noinline)) static void alone(int n) {
    if (n > 0)
        alone(n - 1);
    w[2] = n;
}
offload_kernel void k3(int n, int y[1]) {
    alone(n);
    y[0] = w[1];
}

// CHECK: :9:8: error: this writes to 'w', which is marked offload_constant
// CHECK: :12:5: note: 'set' is called by 'deep' here
// CHECK: {{:16:9: note: 'deep' is called by kernel 'k' here|:21:5: note: 'deep' is called by kernel 'k2' here}}
// CHECK: :28:10: error: this writes to 'w'
// CHECK: :31:5: note: 'alone' is called by kernel 'k3' here
// CHECK-NOT: {{(error|note):}}
