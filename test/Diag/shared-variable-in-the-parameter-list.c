// Where `static` cannot stand, clang says so.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, offload_shared float x[n])
{
    offload_shared float tile[n];
    x[0] = tile[0];
}

// CHECK: :5:30: error: invalid storage class specifier in function declarator
// CHECK: :7:26: error: variable length array declaration cannot have 'static' storage duration
