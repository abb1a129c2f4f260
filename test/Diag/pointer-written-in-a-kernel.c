// A kernel that assigns a pointer in an array of structs: the host would not see it of a device.
//
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c -O2 --offload-arch=x86-64,sm_90 -Wno-offload-pointer-write -Werror %s -o %t.o 2>&1 | count 0
#include <offload.h>

struct part {
    int n;
    float *data __counted_by(n);
};
struct mixed {
    int n;
    float *data offload_count(n);
    offload_device_ptr float *place;
};
struct group {
    int count;
    struct part *parts offload_count(count);
};

offload_kernel void advances(int n, struct part p[n])
{
    offload_for (i, (size_t)n)
        p[i].data++;
}

static void swap(struct part *a, struct part *b)
{
    float *data = a->data;
    a->data = b->data;
    b->data = data;
}

offload_kernel void swaps(struct part p[2])
{
    swap(&p[0], &p[1]);
}

offload_kernel void in_a_group(struct group g)
{
    g.parts[0].data = g.parts[1].data;
}

// Nothing is said of these.
offload_kernel void of_a_copy(struct part p, struct part q[1])
{
    p.data++;
    p.data[0] = 1;
    struct part own = q[0];
    own.n--;
    own.data[own.n] = 2;
    q[0].n = own.n;
}

offload_kernel void device_pointers(int n, struct mixed m[n], offload_device_ptr float *place)
{
    m[0].place = place;
}

// CHECK: pointer-written-in-a-kernel.c:24:18: warning: this assigns to a pointer in the structs of 'p', a parameter of kernel 'advances': on a device the host does not see the new value, and on the CPU the host's own pointer changes; assign it before the launch, or store an index instead [-Woffload-pointer-write]
// CHECK: pointer-written-in-a-kernel.c:{{30|31}}:{{[0-9]+}}: warning: this assigns to a pointer in the structs of 'p', a parameter of kernel 'swaps'
// CHECK: pointer-written-in-a-kernel.c:41:21: warning: this assigns to a pointer in the structs of 'parts', a parameter of kernel 'in_a_group'
// CHECK-NOT: warning
