// Structs and what they lead to may be on the device already, together or alone: what is there is
// used and not copied, pointers in structs there lead to what is there, and those of the host's
// structs stay as they are.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t | FileCheck %s
#include <offload.h>
#include <stdint.h>
#include <stdio.h>

struct vector {
    size_t n;
    int *data __counted_by_or_null(n);
    int sum;
};

offload_kernel void sum(size_t count, struct vector v[count])
{
    for (size_t k = 0; k < count; k++) {
        v[k].sum = v[k].data ? 0 : -1;
        for (size_t i = 0; v[k].data && i < v[k].n; i++)
            v[k].sum += v[k].data[i]++;
    }
}

offload_kernel void by_value(struct vector v, int total[1])
{
    total[0] = v.data[0]++;
}

// What data regions are made of.
void __tgt_target_data_begin_mapper(void *, int64_t, int32_t, void **, void **, int64_t *,
                                    int64_t *, void **, void **);
void __tgt_target_data_end_mapper(void *, int64_t, int32_t, void **, void **, int64_t *, int64_t *,
                                  void **, void **);

static void map(void *start, int64_t size)
{
    int64_t to = 1;
    __tgt_target_data_begin_mapper(NULL, -1, 1, &start, &start, &size, &to, NULL, NULL);
}

static void unmap(void *start, int64_t size)
{
    int64_t from = 2;
    __tgt_target_data_end_mapper(NULL, -1, 1, &start, &start, &size, &from, NULL, NULL);
}

int main(void)
{
    int x[2] = {1, 2}, y[2] = {10, 20};
    struct vector v[2] = {{2, x}, {2, y}};

    map(v, sizeof v);
    sum(2, v);
    // The structs stay, their data comes back.
    printf("%d, %d %d\n", v[0].sum, x[0], y[0]);
    // CHECK: 0, 2 11
    sum(2, v);
    v[0].data = y;
    v[1].data = NULL;
    sum(2, v);
    printf("%d %d, %d\n", x[0], y[0], v[0].data == y && !v[1].data);
    // CHECK: 3 13, 1
    unmap(v, sizeof v);
    printf("%d, %d\n", v[1].sum, v[0].data == y && !v[1].data);
    // CHECK: -1, 1

    v[0] = (struct vector){2, x};
    v[1] = (struct vector){2, y};
    map(x, sizeof x);
    sum(2, v);
    by_value(v[0], (int[1]){0});
    // The structs come back, and the data that is not resident.
    printf("%d %d, %d %d\n", v[0].sum, v[1].sum, x[0], y[0]);
    // CHECK: 7 36, 3 14
    map(v, sizeof v);
    sum(1, v);
    sum(1, v);
    unmap(x, sizeof x);
    unmap(v, sizeof v);
    printf("%d, %d, %d\n", v[0].sum, x[0], v[0].data == x && v[1].data == y);
    // CHECK: 12, 7, 1
}
