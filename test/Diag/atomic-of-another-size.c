// Atomics are for objects that devices have them for: of 2, 4 or 8 bytes. Others are one error each.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

offload_kernel void count(char bytes[1], char small[1], long double wide[1])
{
    offload_atomic_add(&bytes[0], 1);
    // CHECK: atomic-of-another-size.c:[[#@LINE-1]]:5: error: offload_atomic_add is for integers and floating-point numbers of 2, 4 or 8 bytes; its first argument points to another type
    offload_atomic_max(&small[0], 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_max is for integers and floating-point numbers of 2, 4 or 8 bytes
    offload_atomic_store(&wide[0], 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_store is for integers and floating-point numbers of 2, 4 or 8 bytes
}
