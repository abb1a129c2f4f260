// With OFFLOADCC_CHECK=1 in its environment, a program that has no device runs its kernels on the CPU
// on copies, as a device does: what is not copied is not there. So mapping mistakes show, the same as
// on the simulated device.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -Wno-offload --offload-arch=none %s -o %t
// RUN: env OFFLOADCC_CHECK=1 %t | FileCheck %s
// RUN: env OFFLOADCC_CHECK=1 OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
// RUN: env OFFLOADCC_CHECK=1 OFFLOADCC_VERBOSE=1 %t 2>&1 | FileCheck --check-prefix=VERBOSE %s
// RUN: %t | FileCheck --check-prefix=PLAIN %s
// RUN: env OFFLOADCC_CHECK=1 OMP_TARGET_OFFLOAD=mandatory not --crash %t 2>&1 | \
// RUN:   FileCheck --check-prefix=MANDATORY %s
//
// The simulated device, and code for a GPU that is not there, whose arrays stay on the device.
// RUN: %offloadcc -O2 -Wno-offload --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
// RUN: env OFFLOADCC_CHECK=1 OMP_TARGET_OFFLOAD=disabled %t.image | FileCheck %s
// RUN: %offloadcc -O2 -Wno-offload --offload-arch=gfx90a %s -o %t.gpu
// RUN: env OFFLOADCC_CHECK=1 %t.gpu | FileCheck %s
//
// VERBOSE: device 0: the CPU, with memory of its own, as OFFLOADCC_CHECK=1 asks for
// VERBOSE: kernel 'add' runs on device 0
// MANDATORY: OMP_TARGET_OFFLOAD is MANDATORY, but no device runs the kernel
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_global int bias = 1;

offload_kernel void add(size_t n, const int x[n], int y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += x[i] + bias;
}

// It writes through the parameter that is not to come back.
offload_kernel void scribble(size_t n, const int x[n])
{
    if (offload_global_id(0) < n)
        ((int *)x)[offload_global_id(0)] = 77;
}

struct list {
    int n;
    int *data offload_count(n);
};

offload_kernel void twice(struct list one, size_t n, struct list many[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)one.n)
        one.data[i] *= 2;
    if (i < n)
        many[i].data[0] *= 2;
}

offload_kernel void fill(size_t n, offload_out float out[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        out[i] = out[i] == 5 ? 1 : 2; // of what it is not given
}

int main(void)
{
    int x[4] = {1, 2, 3, 4}, y[4] = {0};

    // A region: what the host changes, the device does not see before an update, and back.
    offload_data(offload_to(x, 4), offload_tofrom(y, 4)) {
        x[0] = 100;
        offload(add, .threads = {4})(4, x, y);
        printf("region: %d\n", y[0]);
        offload_update_from(y, 4);
        printf("update from: %d\n", y[0]);
        offload_update_to(x, 1);
        offload(add, .threads = {4})(4, x, y);
    }
    printf("end: %d %d\n", y[0], y[3]);
    // CHECK: region: 0
    // CHECK: update from: 2
    // CHECK: end: 103 10
    // PLAIN: region: 101
    // PLAIN: end: 202 10

    // A device variable is the device's own.
    bias = 10;
    memset(y, 0, sizeof y);
    offload(add, .threads = {4})(4, x, y);
    printf("variable: %d here, %d there\n", bias, y[1] - x[1]);
    offload_update_to(&bias, 1);
    memset(y, 0, sizeof y);
    offload(add, .threads = {4})(4, x, y);
    printf("updated: %d here, %d there\n", bias, y[1] - x[1]);
    // CHECK: variable: 10 here, 1 there
    // CHECK: updated: 10 here, 10 there
    // PLAIN: variable: 10 here, 10 there

    // What does not come back.
    offload(scribble, .threads = {4})(4, x);
    printf("scribbled: %d\n", x[1]);
    // CHECK: scribbled: 2
    // PLAIN: scribbled: 77

    // Pointers in structs: their arrays are copied, the pointers stay.
    struct list one = {4, y}, many[1] = {{1, x}};
    offload(twice, .threads = {4})(one, 1, many);
    printf("structs: %d %d %s\n", y[1], x[0], many[0].data == x ? "kept" : "lost");
    // CHECK: structs: 24 200 kept

    // The host's values do not go where a parameter is only written.
    float out[3] = {5, 5, 5};
    offload(fill, .threads = {3})(3, out);
    printf("out: %g %g %g\n", out[0], out[1], out[2]);
    // CHECK: out: 2 2 2
    // PLAIN: out: 1 1 1
}
