// Arrays that overlap in part may be passed where one mapping holds all of them: a data region's, or
// on a device what others have mapped. So may arrays that pointers in structs lead to.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t others | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
#include <offload.h>
#include <stdint.h>
#include <stdio.h>

struct view {
    int n;
    int *data offload_count(n);
};

offload_kernel void shift(size_t n, size_t by, const int x[n], int y[n])
{
    offload_for (i, n)
        if (i + by >= n)
            y[i] = x[i];
}

offload_kernel void add(int n, const struct view v[n], int last[1])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < v[k].n; i++)
            v[k].data[i]++;
    last[0]++;
}

// What '#pragma omp target data' is made of.
void __tgt_target_data_begin_mapper(void *, int64_t, int32_t, void **, void **, int64_t *,
                                    int64_t *, void **, void **);
void __tgt_target_data_end_mapper(void *, int64_t, int32_t, void **, void **, int64_t *, int64_t *,
                                  void **, void **);

int main(int argc, char **argv)
{
    (void)argv;
    static int x[200];
    for (int i = 0; i < 200; i++)
        x[i] = i;
    offload_data(offload_tofrom(x, 200)) {
        offload(shift)(100, 50, x, x + 50);
        offload(shift)(100, 50, x + 20, x + 70);
    }
    printf("%d %d %d %d\n", x[99], x[100], x[149], x[169]);
    // CHECK: 99 50 99 69

    struct view v[3] = {{10, x}, {10, x + 5}, {10, x + 10}};
    x[9] = x[10] = x[199] = 0;
    offload_data(offload_tofrom(x, 200))
        add(3, v, x + 199);
    printf("%d %d %d\n", x[9], x[10], x[199]);
    // CHECK: 2 2 1

    void *start = x;
    int64_t size = sizeof x, both = 3;
    if (argc > 1)
        __tgt_target_data_begin_mapper(NULL, -1, 1, &start, &start, &size, &both, NULL, NULL);
    else
        offload_enter_data(offload_to(x, 200));
    offload(shift)(100, 1, x, x + 1);
    if (argc > 1)
        __tgt_target_data_end_mapper(NULL, -1, 1, &start, &start, &size, &both, NULL, NULL);
    else
        offload_exit_data(offload_from(x, 200));
    printf("%d\n", x[100]);
    // CHECK: {{^}}99{{$}}
}
