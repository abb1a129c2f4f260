// Options about the host's debug information do not reach PTX: its assembler knows no embedded sources.
//
// REQUIRES: ptxas
// RUN: %offloadcc -g -gembed-source -gdwarf-5 --offload-arch=sm_90,gfx90a,x86-64 -c %s -o %t.o
// RUN: %offloadcc -O2 -g -gembed-source -gsplit-dwarf -gpubnames -gz --offload-arch=sm_90 -c %s -o %t.o
#include <offload.h>

offload_kernel void twice(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] *= 2;
}
