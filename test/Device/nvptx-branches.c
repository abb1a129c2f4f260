// A block that goes on to one of two blocks ends in one branch, if the other block follows it. Code that is not
// optimised has a branch for each statement that needs one, so that a debugger stops there.
//
// RUN: rm -rf %t && %offloadcc -O2 -g --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefixes=CHECK,OPTIMISED %s < %t/*/sm_90.ptx
// RUN: rm -rf %t && %offloadcc -O0 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefixes=CHECK,PLAIN %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK-LABEL: .entry find
// OPTIMISED-NOT: bra.uni
// OPTIMISED-COUNT-3: @!%p{{[0-9]+}} bra
// OPTIMISED-NOT: bra.uni
// PLAIN: bra.uni [[NEXT:\$.*]];
// PLAIN-NEXT: [[NEXT]]:
// CHECK: ret;
offload_kernel void find(int n, const char text[n], int length, const char word[length], int first[1])
{
    int i = (int)offload_global_id(0);
    if (i + length > n)
        return;
    for (int k = 0; k < length; k++)
        if (text[i + k] != word[k])
            return;
    offload_atomic_min(first, i);
}
