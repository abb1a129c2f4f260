// Launching works from constructors and from exit handlers.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void add(int x[1])
{
    x[0]++;
}

static int x[1];

static void at_exit(void)
{
    add(x);
    printf("exit %d\n", x[0]);
}

__attribute__((constructor)) static void before(void)
{
    add(x);
    printf("constructor %d\n", x[0]);
}

int main(void)
{
    atexit(at_exit);
    add(x);
    printf("main %d\n", x[0]);
}
// CHECK: constructor 1
// CHECK: main 2
// CHECK: exit 3
