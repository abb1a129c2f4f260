// What kernels do with their arrays against the prototype is reported with --offload-arch=none too, once, at the line that
// does it, with and without lines in the object, in each stage that compiles for the host.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -c -O2 --offload-arch=none %s -o %t/o.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %offloadcc -c -O2 -g --offload-arch=none %s -o %t/g.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %offloadcc -S -O1 --offload-arch=none %s -o %t/s.s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %offloadcc -c -fsanitize=address --offload-arch=none %s -o %t/a.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %offloadcc --host-only --offload-artifacts=%t/none --offload-arch=none -c %s -o %t/h.o 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %offloadcc -c -O2 --offload-arch=none -Wno-offload %s -o %t/w.o 2>&1 | count 0
// RUN: cmp %t/o.o %t/w.o
// RUN: %offloadcc -c -fcolor-diagnostics --offload-arch=none %s -o %t/o.o 2>&1 | grep -c 'this writes' | grep '^1$'
// RUN: not %offloadcc -c --offload-arch=none -Werror %s -o %t/e.o 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not=warning:
// RUN: test ! -e %t/e.o
//
// The device's stage reports for its targets, and the host's stage does not say it again.
// RUN: %offloadcc --device-only --offload-artifacts=%t/both --offload-arch=x86-64 %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc --host-only --offload-artifacts=%t/both --offload-arch=x86-64 -c %s -o %t/h.o 2>&1 | count 0
#include <offload.h>

offload_kernel void k(int n, const float x[n], offload_out float y[n], offload_out float z[n])
{
    int i = (int)offload_global_id(0);
    if (i > 0 && i < n) {
        *((float *)x + i) = 2;
        y[i] = x[i];
        z[i] += 1;
    }
}

int main(void)
{
    float x[3] = {0}, y[3], z[3];
    offload(k, .threads = {3})(3, x, y, z);
}

// CHECK-DAG: arrays-without-a-device.c:[[@LINE-12]]:27: warning: this writes to parameter 'x' of kernel 'k', whose elements are const: {{.*}} [-Woffload-const-write]
// CHECK-DAG: arrays-without-a-device.c:[[@LINE-17]]:66: warning: parameter 'y' of kernel 'k' is marked offload_out, but the kernel never writes its first element: {{.*}} [-Woffload-out-unwritten]
// CHECK-DAG: arrays-without-a-device.c:[[@LINE-18]]:90: warning: parameter 'z' of kernel 'k' is marked offload_out, but the kernel never writes its first element
// CHECK-DAG: arrays-without-a-device.c:[[@LINE-13]]:14: warning: this reads parameter 'z' of kernel 'k' before anything is written to it
// ERROR: error: this writes to parameter 'x' of kernel 'k'
