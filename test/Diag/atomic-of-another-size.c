// Atomics are for objects that devices have them for: of 4 or 8 bytes, with arithmetic.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

struct pair {
    int first, second;
};

offload_kernel void count(short small[1], struct pair pairs[1])
{
    offload_atomic_add(&small[0], 1); // CHECK: [[#@LINE]]:5: error: {{.*}}'atomics_are_for_arithmetic_types_of_4_or_8_bytes'
    offload_atomic_add(&pairs[0], 1); // CHECK: [[#@LINE]]:5: error: {{.*}}'struct pair'{{.*}} arithmetic
}
