// NVIDIA GPUs have 64 KiB of constant memory: more is an error at the largest variable.
// RUN: not %offloadcc -c --offload-arch=sm_90 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c --offload-arch=gfx90a,x86-64 %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc -c --offload-arch=sm_90 -DLESS %s -o %t.o 2>&1 | count 0
#include <offload.h>
#ifdef LESS
enum { COUNT = 8190 };
#else
enum { COUNT = 8192 };
#endif
offload_constant float few[4];
static offload_constant double many[COUNT];
static offload_constant const double unused[8192] = {1};
offload_kernel void k(int n, double x[n]) {
    x[0] = (double)few[n & 3] + many[n];
}
// CHECK: :12: error: variables marked offload_constant take 65552 bytes, of which 'many' has 65536, but 'sm_90' has 65536 bytes of constant memory; mark some offload_global instead
