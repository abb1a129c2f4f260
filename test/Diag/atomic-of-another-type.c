// Atomic arithmetic is for numbers, bitwise operations are for integers. What else is given to them is one error each.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>

struct pair {
    int first, second;
};

struct flags {
    unsigned on : 1, number : 31;
};

struct node {
    float *next offload_device_ptr;
};

offload_kernel void count(struct pair pairs[1], struct flags flags[1], struct node nodes[1], float x[1])
{
    offload_atomic_add(&pairs[0], 1);
    // CHECK: atomic-of-another-type.c:[[#@LINE-1]]:5: error: offload_atomic_add is for integers and floating-point numbers of 2, 4 or 8 bytes, and for integers of 16 bytes; its first argument points to another type
    offload_atomic_add(&nodes[0].next, 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_add is for integers and floating-point numbers
    offload_atomic_add(&flags[0].number, 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_add cannot be used for a bit-field; make it an int or unsigned int member
    offload_atomic_load(&flags[0].number);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_load cannot be used for a bit-field
    offload_atomic_and(&x[0], 1);
    // CHECK: :[[#@LINE-1]]:5: error: offload_atomic_and is for integers of 2, 4, 8 or 16 bytes; its first argument points to another type
}
