// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_global int hits[4];
static void publish(void)
{
    offload_update_to(hits, 4);
}
offload_kernel void k(void)
{
    publish();
    offload_update_from(hits, 4);
}
void run(void)
{
    offload_update_to(hits, 4);
    offload_update_from(hits, 4, .device = 0);
}

// CHECK: :11:5: error: kernel 'k' updates a copy on the device, which only the host can do; a kernel reads and writes the device's copy
// CHECK: :6:5: error: kernel 'k' updates a copy on the device, which only the host can do; a kernel reads and writes the device's copy
// CHECK: :10:5: note: 'publish' is called by kernel 'k' here
// CHECK-NOT: {{(error|note):}}
