// CUDA's atomicCAS takes the expected value. Ours takes the address of a variable that has it.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: %s
#include <offload.h>

offload_kernel void take(int owner[1], int won[1])
{
    int free = -1;
    if (offload_atomic_compare_exchange(&owner[0], free, 5) == free)
        won[0] = 1;
    // CHECK: :[[#@LINE-2]]:9: error: the second argument of offload_atomic_compare_exchange is the address of a variable that has the expected value, and gets the one that was there
}
