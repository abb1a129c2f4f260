// Atomics are for types that are aligned to their size: others are one error each, for all targets.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
// RUN: not %offloadcc --offload-arch=x86-64,sm_90,gfx1100 -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

typedef struct {
    long first, second;
} two_longs;
typedef struct {
    char of[16];
} bytes;
typedef struct {
    int first, second;
} two_ints;
typedef struct {
    int first, second;
} __attribute__((aligned(8))) aligned;
typedef int anywhere __attribute__((aligned(1)));

offload_kernel void swap(two_longs x[1], bytes b[1], two_ints i[1], anywhere a[1], aligned good[1])
{
    x[0] = offload_atomic_exchange(x, x[0]);
    // CHECK: atomic-of-a-type-with-less-alignment.c:[[#@LINE-1]]:12: error: offload_atomic_exchange is for types that are aligned to their size; its first argument points to a type that is aligned to less: align the type to its size, such as by __attribute__((aligned(8))) if it has 8 bytes{{$}}
    b[0] = offload_atomic_load(b);
    // CHECK: :[[#@LINE-1]]:12: error: offload_atomic_load is for types that are aligned to their size
    offload_atomic_store(i, i[0]);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_store is for types that are aligned
    offload_atomic_compare_exchange(i, &i[1], i[0]);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_compare_exchange is for types that are aligned
    offload_atomic_add(a, 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_add is for types that are aligned
    offload_atomic_store(good, good[0]);
}
