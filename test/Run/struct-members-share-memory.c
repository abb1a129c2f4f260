// Pointers of structs may lead to the same memory as others, as parameters, or into their own
// structs; they may be null or empty, and change between launches. Nothing is lost.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=address,undefined -fno-sanitize=vla-bound \
// RUN:   -fno-sanitize-recover=all --offload-arch=none %s -o %t.sanitized
// RUN: %t.sanitized | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct pair {
    size_t n, m;
    const int *in __counted_by_or_null(n);
    int *out __counted_by_or_null(m);
    int first;
};

offload_kernel void add(struct pair p)
{
    size_t i = offload_global_id(0);
    if (p.in && p.out && i < p.n && i < p.m)
        p.out[i] += p.in[i];
}

offload_kernel void add_all(size_t count, struct pair p[count], size_t n,
                            int *total offload_device_ptr, const int whole[n])
{
    if (total)
        total[0] = whole[0];
    for (size_t k = 0; k < count; k++) {
        p[k].first = p[k].in && p[k].n ? p[k].in[0] : -1;
        for (size_t i = 0; p[k].in && p[k].out && i < p[k].m; i++)
            p[k].out[i] += p[k].in[i];
    }
}

int main(void)
{
    int x[10], y[10];
    for (int i = 0; i < 10; i++)
        x[i] = y[i] = i;
    // One array for both, in both directions and lengths.
    offload(add, .threads = {10})((struct pair){10, 10, x, x});
    offload(add, .threads = {10})((struct pair){5, 5, x, x});
    offload(add, .threads = {10})((struct pair){5, 10, x, x});
    printf("%d %d %d\n", x[1], x[4], x[9]);
    // CHECK: 8 32 18
    offload(add, .threads = {10})((struct pair){10, 10, NULL, y});
    offload(add, .threads = {10})((struct pair){10, 0, x, y});
    printf("%d\n", y[9]);
    // CHECK: 9
    // Elements share buffers, one of them with a parameter; one is a part of another.
    for (int i = 0; i < 10; i++)
        x[i] = y[i] = i;
    struct pair p[4] = {{10, 10, x, y}, {3, 3, x, y + 7}, {0, 10, y, NULL}, {1, 1, y, x}};
    add_all(4, p, 10, NULL, y);
    printf("%d %d, %d %d %d %d\n", y[1], y[9], p[0].first, p[1].first, p[2].first, p[3].first);
    // CHECK: 2 20, 0 0 -1 0
    printf("%d\n", p[0].in == x && p[1].out == y + 7 && !p[2].out && p[3].out == x);
    // CHECK: 1
    // Other members at the next launch.
    p[0].out = x;
    p[1].in = NULL;
    p[3] = (struct pair){2, 2, x + 3, y + 3};
    add_all(4, p, 1, NULL, x);
    printf("%d %d, %d %d\n", x[9], y[4], p[1].first, p[3].first);
    // CHECK: 18 16, -1 6
    // Into the struct itself, and into the array of structs.
    struct pair self[2] = {{1, 1, &self[1].first, &self[0].first}, {.first = 41}};
    add_all(2, self, 1, NULL, &self[1].first);
    printf("%d %d\n", self[0].first, self[1].first);
    // CHECK: 82 -1
    struct pair none[1] = {{0, 0, x, y}};
    add_all(0, NULL, 0, NULL, NULL);
    add_all(1, none, 0, NULL, NULL);
}
