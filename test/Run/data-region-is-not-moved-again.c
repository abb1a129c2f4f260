// What a region has mapped stays on the device: launches in it, of all or of a part, with the same
// array for two parameters, neither copy it there nor back; the kernel's prototype does not matter.
// Where the host runs the kernels there is only one copy.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck --check-prefix=HOST %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck --check-prefix=HOST %s
#include <offload.h>
#include <stdio.h>

offload_kernel void add(int n, int y[n], int m, const int x[m])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n && i < (size_t)m)
        y[i] += x[i];
}

static int y[100];

static void show(const char *what)
{
    printf("%s: %d %d %d\n", what, y[0], y[10], y[99]);
}

int main(void)
{
    for (int i = 0; i < 100; i++)
        y[i] = i;
    offload_data(offload_to(y, 100)) {
        offload(add, .threads = {100})(100, y, 100, y);
        offload(add, .threads = {5})(5, y + 10, 1, y + 9);
        show("inside");
        offload_update_from(y + 10, 1);
        show("part");
        offload_update_from(y, 100);
        show("all");
        offload(add, .threads = {100})(100, y, 100, y);
    }
    show("behind");
}
// CHECK: inside: 0 10 99
// CHECK: part: 0 38 99
// CHECK: all: 0 38 198
// CHECK: behind: 0 38 198
// HOST: inside: 0 38 198
// HOST: part: 0 38 198
// HOST: all: 0 38 198
// HOST: behind: 0 76 396
