// A kernel that assigns whole structs in an array assigns the pointers in them too: the host would not see that of a
// device.
//
// RUN: %offloadcc -c --offload-arch=x86-64,sm_90 %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc -c -O0 --offload-arch=sm_90 %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc -c -O2 --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc -c -O2 --offload-arch=x86-64 -Wno-offload-pointer-write -Werror %s -o %t.o 2>&1 | count 0
#include <offload.h>
#include <string.h>

struct part {
    int n;
    float weight, place[2];
    float *data __counted_by(n);
};
struct large {
    int n, lookups[64];
    float *data offload_count(n);
};
struct group {
    int count;
    struct part *parts offload_count(count);
};

offload_kernel void copies(int n, struct part p[n])
{
    offload_for (i, (size_t)n - 1)
        p[i] = p[i + 1];
}

static void swap(struct part *a, struct part *b)
{
    struct part other = *a;
    *a = *b;
    *b = other;
}

offload_kernel void swaps(struct part q[2])
{
    swap(&q[0], &q[1]);
}

offload_kernel void from_a_parameter(struct large one, struct large r[1])
{
    *r = one;
}

offload_kernel void clears(int n, struct large s[n])
{
    memset(s, 0, n * sizeof *s);
}

offload_kernel void moves(int n, struct part t[n])
{
    memmove(&t[1], &t[0], (n - 1) * sizeof *t);
}

offload_kernel void in_a_group(struct group g)
{
    g.parts[0] = g.parts[1];
}

// Nothing is said of these: the pointers stay as they are.
offload_kernel void other_members(int n, struct part u[n])
{
    u[0].n = u[1].n;
    memcpy(u[0].place, u[1].place, sizeof u[0].place);
    memset(&u[1].weight, 0, sizeof u[1].weight + sizeof u[1].place);
}

offload_kernel void through_a_copy(int n, struct large v[n], struct part w[n])
{
    offload_for (i, (size_t)n) {
        struct large own = v[i];
        own.lookups[own.lookups[0]]++;
        v[i] = own;
        struct part part = w[i];
        part.weight *= 2;
        w[i] = part;
    }
}

offload_kernel void of_a_copy(struct part one, const struct part x[1])
{
    struct part own = x[0];
    own = one;
    own.data[0] = 1;
}

// CHECK: struct-written-whole-in-a-kernel.c:29:16: warning: this assigns to whole structs of 'p', a parameter of kernel 'copies', and so to the pointers in them: on a device the host does not see their new values, and on the CPU the host's own pointers change; assign only the other members, or reorder an array of indices [-Woffload-pointer-write]
// CHECK: struct-written-whole-in-a-kernel.c:{{35|36}}:{{[0-9]+}}: warning: this assigns to whole structs of 'q', a parameter of kernel 'swaps'
// CHECK: struct-written-whole-in-a-kernel.c:46:10: warning: this assigns to {{.*}} of 'r', a parameter of kernel 'from_a_parameter'
// CHECK: struct-written-whole-in-a-kernel.c:51:5: warning: this assigns to whole structs of 's', a parameter of kernel 'clears'
// CHECK: struct-written-whole-in-a-kernel.c:56:5: warning: this assigns to whole structs of 't', a parameter of kernel 'moves'
// CHECK: struct-written-whole-in-a-kernel.c:61:18: warning: this assigns to whole structs of 'parts', a parameter of kernel 'in_a_group'
