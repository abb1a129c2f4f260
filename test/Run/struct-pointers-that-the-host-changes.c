// Pointers in structs on the device are the host's to change: whatever is copied back leaves them as
// they are on the host, though another array may have been where the new one is on the device.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct vector {
    int n;
    int *data offload_count_or_null(n);
    int sum;
};

offload_kernel void sum(size_t count, struct vector v[count])
{
    size_t i = offload_global_id(0);
    if (i < count) {
        v[i].sum = 0;
        for (int k = 0; v[i].data && k < v[i].n; k++)
            v[i].sum += ++v[i].data[k];
    }
}

static int a[10], b[10];

// The place of each struct's array.
static void show(const char *when, const struct vector v[2])
{
    printf("%s:", when);
    for (int i = 0; i < 2; i++)
        printf(" %s", v[i].data == a ? "a" : v[i].data == b ? "b" : v[i].data ? "?" : "null");
    printf(", %d %d, %d %d\n", v[0].sum, v[1].sum, a[0], b[0]);
}

int main(void)
{
    struct vector v[2] = {{10, a, 0}, {10, NULL, 0}};

    // The region's end, after another launch.
    offload_data(offload_tofrom(v, 2)) {
        offload(sum, .threads = {2})(2, v);
        v[0].data = b;
        offload_update_to(v, 2);
        offload(sum, .threads = {2})(2, v);
        show("launched", v);
    }
    show("end", v);
    // CHECK: launched: b null, {{.*}}, 1 1
    // CHECK: end: b null, 10 0, 1 1

    // An update, of the struct and of another one, without another launch.
    offload_enter_data(offload_to(v, 2));
    offload(sum, .threads = {2})(2, v);
    v[0].data = a;
    offload_update_from(v + 1, 1);
    show("update of another", v);
    offload_update_from(v, 1);
    show("update", v);
    // CHECK: update of another: a null, {{.*}}, 1 2
    // CHECK: update: a null, 20 0, 1 2

    // A launch with another struct, and one without anything.
    v[1].data = b;
    offload(sum, .threads = {1})(1, v + 1);
    show("launch of another", v);
    v[0].data = v[1].data = NULL;
    offload(sum, .threads = {2})(2, v);
    show("nothing", v);
    v[1].data = a;
    // CHECK: launch of another: a b, {{.*}}, 1 3
    // CHECK: nothing: null null, {{.*}}, 1 3

    // A region within, whose end copies nothing.
    offload_data(offload_tofrom(v, 2))
        v[0].data = b;
    show("region within", v);
    offload_exit_data(offload_from(v, 2));
    show("exit", v);
    // CHECK: region within: b a, {{.*}}, 1 3
    // CHECK: exit: b a, 0 0, 1 3
}
