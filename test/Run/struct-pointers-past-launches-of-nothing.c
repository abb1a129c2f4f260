// A launch that takes no elements of structs on the device leaves the host's pointers in them as they
// are, also where what it takes no elements of is another array at the same address.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t | FileCheck %s
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t.mapped
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.mapped | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct vector {
    int n;
    int *data offload_count(n);
};

struct group {
    int n;
    struct vector *vectors offload_count(n);
};

offload_kernel void add(size_t count, struct vector v[count], int n, int x[n])
{
    offload_for (i, count)
        for (int k = 0; k < v[i].n; k++)
            v[i].data[k]++;
    offload_for (i, n)
        x[i] = 7;
}

offload_kernel void add_bytes(size_t count, char c[count])
{
    offload_for (i, count)
        c[i]++;
}

offload_kernel void add_group(struct group g)
{
    offload_for (i, g.n)
        g.vectors[i].n++;
}

static int a[2], b[2], x[2];
static struct vector v[4];

// A launch puts the device's addresses into the structs; then the host changes two pointers.
static void attach(void)
{
    for (int i = 0; i < 4; i++)
        v[i] = (struct vector){2, a};
    offload_update_to(v, 2);
    offload_update_to(v + 2, 2);
    offload(add)(2, v, 0, NULL);
    offload(add)(2, v + 2, 0, NULL);
    v[0].data = v[3].data = b;
}

static void show(const char *when)
{
    printf("%s:", when);
    for (int i = 0; i < 4; i++)
        printf(" %s", v[i].data == a ? "a" : v[i].data == b ? "b" : "?");
    printf(", %d %d %d\n", a[1], b[1], x[1]);
}

int main(void)
{
    offload_enter_data(offload_alloc(v, 2), offload_alloc(v + 2, 2));

    // CHECK: beginning: b a a b, 4 0 0
    attach();
    offload(add)(0, v, 0, NULL);
    show("beginning");

    // Also where one mapping ends and the next begins.
    // CHECK: middle: b a a b, 8 0 0
    attach();
    offload(add)(0, v + 1, 0, NULL);
    offload(add)(0, v + 2, 0, NULL);
    show("middle");

    // Beside an array that may stay on the device.
    // CHECK: beside: b a a b, 12 0 7
    attach();
    offload(add)(0, v, 2, x);
    offload(add)(0, v + 3, 2, x);
    show("beside");

    // CHECK: bytes: b a a b, 16 0 7
    attach();
    offload(add_bytes)(0, (char *)&v[0].data);
    offload(add_bytes)(0, (char *)&v[3].data);
    show("bytes");

    // CHECK: group: b a a b, 20 0 7
    attach();
    offload(add_group)((struct group){0, v});
    offload(add_group)((struct group){0, v + 3});
    show("group");

    // A launch that takes the structs takes what the host's pointers lead to.
    // CHECK: afterwards: b a a b, 21 1 7
    offload(add)(2, v, 0, NULL);
    show("afterwards");
    offload_exit_data(offload_tofrom(v, 2), offload_tofrom(v + 2, 2));

    // CHECK: end: b a a b, 21 1 7
    show("end");
}
