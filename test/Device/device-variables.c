// Device variables are symbols of the images, with their initial values, whether kernels use them or
// not; static ones too, and in letters that PTX has.
//
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 --offload-arch=sm_90,gfx90a,x86-64 --device-only --offload-artifacts=%t -c %s
// RUN: cat %t/*/sm_90.ptx | FileCheck --check-prefix=PTX %s
// RUN: llvm-readelf --dyn-syms %t/*/gfx90a.hsaco | FileCheck --check-prefix=ELF %s
// RUN: llvm-readelf --dyn-syms %t/*/x86-64.so | FileCheck --check-prefix=ELF %s
#include <offload.h>
static offload_global int counts[2] = {10, 20};
offload_global int *cursor = &counts[1];
offload_global float unused[3];
offload_global short größe = 5;
static const int table[2] = {1, 2};
static int helper_state(int i) { return table[i & 1]; }
offload_kernel void k(int n)
{
    counts[0] += helper_state(n) + größe;
}
// PTX-DAG: .visible .global .align 4 .b8 counts$[8] = {10, 0, 0, 0, 20};
// PTX-DAG: .visible .global .align 8 .u64 cursor$ = generic(counts$)+4;
// PTX-DAG: .visible .global .align 4 .b8 unused$[12];
// PTX-DAG: .visible .global .align 2 .u16 gr$c3$b6$c3$9fe$ = 5;
// PTX-NOT: .visible .global{{.*}} table
// ELF-DAG: 8 OBJECT  GLOBAL PROTECTED {{.*}} counts$
// ELF-DAG: 8 OBJECT  GLOBAL PROTECTED {{.*}} cursor$
// ELF-DAG: 12 OBJECT  GLOBAL PROTECTED {{.*}} unused$
// ELF-DAG: 2 OBJECT  GLOBAL PROTECTED {{.*}} gr$c3$b6$c3$9fe$
// ELF-NOT: table
