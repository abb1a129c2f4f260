// Each device has a device variable of its own; the number behind the last device is the host.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -E --offload-arch=x86-64 %s -o %t.i
// RUN: %offloadcc -O2 --offload-arch=x86-64 %t.i -o %t.preprocessed
// RUN: %t.preprocessed | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_global int value = 1;

offload_kernel void add(int n)
{
    if (offload_global_id(0) == 0)
        value += n;
}

int main(void)
{
    value = 50;
    offload_update_to(&value, 1, .device = 2);
    offload_update_to(&value, 1, .device = 4);
    for (int device = 0; device < 5; device++)
        offload(add, .threads = {1}, .device = device)(100 * (device + 1));
    printf("%d", value);
    for (int device = 0; device < 5; device++) {
        offload_update_from(&value, 1, .device = device);
        printf(" %d", value);
    }
    printf("\n");
}
// CHECK: 550 101 201 350 401 401
