// Conditions name members of structs that go by value, also deep in them and in their arrays.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 --offload-report -c %s -o %t.o | FileCheck %s
#include <offload.h>
struct input {
    int energies, isotopes;
    struct {
        long lookups;
    } deep;
    union {
        int sizes[3];
    };
};

offload_kernel void k(struct input input, float z[input.isotopes], float y[input.sizes[2]])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)input.isotopes)
        z[i] = 1;
    if (i < (size_t)input.sizes[2])
        y[i] = 1;
}

// CHECK: z {{.*}} the grid has at least input.isotopes threads in x
// CHECK: y {{.*}} the grid has at least input.sizes[2] threads in x
// CHECK-NOT: ..
