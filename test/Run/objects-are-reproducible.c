// The same compilation gives the same bytes.
//
// RUN: %offloadcc -O2 -g --offload-arch=gfx90a,x86-64 -c %s -o %t.1.o
// RUN: %offloadcc -O2 -g --offload-arch=gfx90a,x86-64 -c %s -o %t.2.o
// RUN: cmp %t.1.o %t.2.o
#include <offload.h>

offload_kernel void twice(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] *= 2;
}
