// What a header's prototype says of directions holds, and the definition need not repeat it.
//
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory LIBOMPTARGET_INFO=32 %t 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int n, offload_out float out[n], offload_scratch float room[n],
                      offload_device_ptr float *device, const float in[n]);

void k(int n, float out[n], float room[n], float *device, const float in[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n || device)
        return;
    room[i] = in[i];
    out[i] = room[i];
}

int main(void)
{
    float in[100] = {[99] = 5}, out[100], room[100];
    offload(k, .threads = {100})(100, out, room, NULL, in);
    return out[99] != 5;
}
// CHECK-NOT: Copying
// CHECK: Copying data from host to device, {{.*}}Size=400
// CHECK-NOT: Copying
// CHECK: Copying data from device to host, {{.*}}Size=400
// CHECK-NOT: Copying
