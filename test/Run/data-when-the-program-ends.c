// Destructors run when the devices are closed: kernels run on the CPU then, and what is still mapped
// can be released. What would have to be copied back cannot, and that stops the program.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 -DITEM=offload_from %s -o %t
// RUN: not --crash %t 2>&1 | FileCheck --check-prefix=LOST %s
// RUN: %offloadcc -O2 --offload-arch=none -DITEM=offload_from %s -o %t
// RUN: %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

#ifndef ITEM
#define ITEM offload_to
#endif

static int x[100], y[10], *p;

offload_kernel void add(int n, int x[n], int a)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += a;
}

__attribute__((destructor)) static void late(void)
{
    offload(add, .threads = {10})(10, y, 5);
    offload_free(p);
    offload_exit_data(ITEM(x, 100));
    printf("late: %d\n", y[9]);
}

int main(void)
{
    p = offload_malloc(100);
    offload_enter_data(offload_to(x, 100));
    offload(add, .threads = {100})(100, x, 1);
}
// CHECK: late: 5
// LOST: data-when-the-program-ends.c:30: offloadcc: error: offload_exit_data: 'x' cannot be copied back: device 0 is closed already, as the program ends or a library is unloaded; end the mapping before that
