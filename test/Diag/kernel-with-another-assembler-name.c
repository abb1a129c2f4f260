// A kernel is launched by its name, so it cannot have another in assembly.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int x[1]) __asm__("other");
void k(int x[1])
{
    x[0] = 1;
}
// CHECK: kernel-with-another-assembler-name.c:[[#@LINE-4]]:6: error: kernel 'k' has another name in assembly, 'other'; remove the asm label
