// A launch is an ordinary call, and its options are designated initialisers: these are clang's messages,
// at the launch.
//
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int n, int x[n]) {}

void launches(int n, int *x, float *y)
{
    offload(k)(n);                      // CHECK: :[[#@LINE]]:17: error: too few arguments to function call, expected 2, have 1
    offload(k)(n, x, 3);                // CHECK: :[[#@LINE]]:22: error: too many arguments to function call, expected 2, have 3
    offload(k)(n, y);                   // CHECK: :[[#@LINE]]:19: error: incompatible pointer types passing 'float *' to parameter of type 'int *'
    offload(k, .thread = {n})(n, x);    // CHECK: :[[#@LINE]]:17: error: field designator 'thread' does not refer to any field in type 'struct offload_launch'; did you mean 'threads'?
    offload(k, 3)(n, x);                // CHECK: :[[#@LINE]]:16: error: incompatible integer to pointer conversion
    offload(missing, .threads = {n})(); // CHECK: :[[#@LINE]]:13: error: use of undeclared identifier 'missing'
}

offload_kernel void dimension(int x[1])
{
    x[0] = (int)offload_thread_id(3); // CHECK: :[[#@LINE]]:36: error: a dimension is 0 (x), 1 (y) or 2 (z)
}
