// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
extern offload_global int hits;
extern offload_global int unused;
extern offload_global int here;
offload_kernel void k(int n)
{
    extern offload_global int local;
    hits = n + here + local;
}
offload_global int here;

// CHECK: :9:5: error: kernel 'k' uses device variable 'hits', which is not defined in this file; a device variable belongs to the kernels of the file that defines it
// CHECK: :9:23: error: kernel 'k' uses device variable 'local', which is not defined in this file
// CHECK-NOT: {{(error|note):}}
