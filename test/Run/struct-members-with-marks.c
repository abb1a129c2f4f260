// Marks of pointers in structs mean what they mean on parameters.
//
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory LIBOMPTARGET_INFO=32 %t 2>&1 | FileCheck %s
#include <offload.h>

struct marked {
    int n;
    const float *in offload_count(n);
    offload_out float *out offload_count(2 * n);
    offload_scratch double *room offload_count(n);
    offload_device_ptr void *device;
    offload_device_ptr void (*function)(void);
};

offload_kernel void k(struct marked m)
{
    int i = (int)offload_global_id(0);
    if (i >= m.n || m.device != (void *)(size_t)3)
        return;
    m.room[i] = m.in[i];
    m.out[i] = (float)m.room[i];
    m.out[m.n + i] = 1;
}

int main(void)
{
    float in[100] = {[99] = 5}, out[200];
    double room[100];
    struct marked m = {100, in, out, room, (void *)(size_t)3, (void (*)(void))main};
    offload(k, .threads = {100})(m);
    return out[99] != 5 || out[199] != 1;
}
// CHECK-NOT: Copying
// CHECK: Copying data from host to device, {{.*}}Size=400
// CHECK: Copying data from host to device, {{.*}}Size=48
// CHECK-NOT: Copying
// CHECK: Copying data from device to host, {{.*}}Size=800
// CHECK-NOT: Copying
