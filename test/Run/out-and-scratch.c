// offload_out arrays only come back; offload_scratch arrays are never copied.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=32 %t.image 2>&1 | FileCheck --check-prefix=COPIES %s
#include <offload.h>
#include <stdio.h>

offload_kernel void sums(size_t n, const int x[n], offload_out int y[n], offload_scratch int t[n])
{
    size_t i = offload_global_id(0);
    if (i < n) {
        t[i] = x[i] * 2;
        y[i] = t[i] + 1;
    }
}

int main(void)
{
    int x[4] = {1, 2, 3, 4}, y[4] = {-1, -1, -1, -1}, t[4] = {7, 7, 7, 7};
    offload(sums, .threads = {4}, .block_size = {4})(4, x, y, t);
    printf("%d %d %d %d\n", y[0], y[1], y[2], y[3]);
}
// CHECK: 3 5 7 9
// COPIES-COUNT-1: Copying data from host to device{{.*}}Size=16,
// COPIES-NOT: from host to device
// COPIES: Copying data from device to host{{.*}}Size=16,
// COPIES-NOT: Copying
