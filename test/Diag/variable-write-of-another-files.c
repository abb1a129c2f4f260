// The host assigns to a device variable that another file defines, and the launch uses what the device has.
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
extern offload_global int limit;
offload_kernel void k(int x[1]) {
    x[0] = limit;
}
void run(int x[1]) {
    limit = 50;
    offload(k)(x);
}

// CHECK: :9:{{[0-9]+}}: warning: this write to device variable 'limit' changes only the host's copy, but the launch in line 10 uses the device's; write offload_update_to(&limit, 1) after the write [-Woffload-variable-write]
