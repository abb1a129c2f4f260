// Atomics are for objects that devices have them for: of 2, 4, 8 or 16 bytes. Others are one error each.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

struct three {
    char bytes[3];
};

offload_kernel void count(char bytes[1], _Bool small[1], long double wide[1], struct three odd[1])
{
    offload_atomic_add(&bytes[0], 1);
    // CHECK: atomic-of-another-size.c:[[#@LINE-1]]:5: error: offload_atomic_add is for objects of 2 bytes and more; its first argument points to a type of 1 byte: use an int, or C's own atomics, such as __atomic_fetch_add{{$}}
    offload_atomic_store(&small[0], 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_store is for objects of 2 bytes and more
    offload_atomic_store(&wide[0], 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_store is for integers and floating-point numbers of 2, 4 or 8 bytes, and for integers of 16 bytes; its first argument points to another type
    odd[0] = offload_atomic_load(&odd[0]);
    // CHECK: :[[#@LINE-1]]:14: error: offload_atomic_load is for integers and floating-point numbers of 2, 4 or 8 bytes, and for integers of 16 bytes; its first argument points to another type
}
