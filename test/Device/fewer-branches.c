// On GPUs, conditions that take a few instructions are computed all, and then there is one branch;
// what both of its ways load is loaded before it.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK-LABEL: .entry step
// CHECK-COUNT-2: {{@%p[0-9]+}} bra
// CHECK-NOT: bra
// CHECK: ret;
offload_kernel void step(size_t height, size_t width, const float in[height * width],
                         offload_out float out[height * width])
{
    size_t x = offload_global_id(0), y = offload_global_id(1), at = y * width + x;
    if (x >= width || y >= height)
        return;
    if (y == 0 || y == height - 1 || x == 0 || x == width - 1)
        out[at] = in[at];
    else
        out[at] = in[at] + in[at - 1] + in[at + 1] + in[at - width] + in[at + width];
}
