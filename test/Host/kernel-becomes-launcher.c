// The kernel's name is the launching function, in calls, pointers and the symbol table; linkage and
// visibility are the kernel's own.
//
// RUN: %offloadcc -O0 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

offload_kernel void external(int x[1])
{
    x[0] = 1;
}

static offload_kernel void internal(int x[1])
{
    x[0] = 2;
}

__attribute__((weak)) offload_kernel void weak(int x[1])
{
    x[0] = 3;
}

__attribute__((visibility("hidden"))) offload_kernel void hidden(int x[1])
{
    x[0] = 4;
}

void (*pointer)(int *) = internal;
// CHECK-DAG: @pointer = {{.*}}global ptr @internal

// CHECK-DAG: define dso_local void @external(
// CHECK-DAG: define internal void @internal(
// CHECK-DAG: define weak {{.*}}void @weak(
// CHECK-DAG: define hidden void @hidden(
