// Others than data regions may have mapped a part of an array, such as '#pragma omp target data' in an
// object of another compiler. Where OFFLOADCC_CHECK=1 asks for it, the message names the parameter or the
// item.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_CHECK=1 not --crash %t 1 2>&1 | FileCheck --check-prefix=BEGIN %s
// RUN: env OFFLOADCC_CHECK=1 not --crash %t 2 2>&1 | FileCheck --check-prefix=END %s
// RUN: env OFFLOADCC_CHECK=1 not --crash %t 3 2>&1 | FileCheck --check-prefix=MIDDLE %s
// RUN: env OFFLOADCC_CHECK=1 not --crash %t 4 2>&1 | FileCheck --check-prefix=TWO %s
// RUN: env OFFLOADCC_CHECK=1 not --crash %t 5 2>&1 | FileCheck --check-prefix=REGION %s
// RUN: env OFFLOADCC_CHECK=1 %t 6
#include <offload.h>
#include <stdint.h>
#include <stdlib.h>

static int x[100];

offload_kernel void add(size_t n, int x[n])
{
    offload_for (i, n)
        x[i]++;
}

// What `#pragma omp target enter data map(to : ...)` becomes.
void __tgt_target_data_begin_mapper(void *, int64_t, int32_t, void **, void **, int64_t *,
                                    int64_t *, void **, void **);
static void map(int first, int count)
{
    void *start = x + first;
    int64_t size = count * (int64_t)sizeof *x, to = 1;
    __tgt_target_data_begin_mapper(NULL, -1, 1, &start, &start, &size, &to, NULL, NULL);
}

int main(int argc, char **argv)
{
    map(10, 30);
    switch (atoi(argv[argc - 1])) {
    case 1:
        add(20, x + 5);
        // BEGIN: array-mapped-in-part-by-others.c:19: offloadcc: error: kernel 'add': parameter 'x' takes 80 bytes at 0x{{[0-9a-f]+}}, of which only a part is mapped on device 0, by '#pragma omp target data' or the like, not by offload_data; map all that the kernel takes there, or end that mapping before the launch
        break;
    case 2:
        add(20, x + 30);
        // END: error: kernel 'add': parameter 'x' takes 80 bytes at 0x{{[0-9a-f]+}}, of which
        break;
    case 3:
        add(50, x);
        // MIDDLE: error: kernel 'add': parameter 'x' takes 200 bytes at 0x{{[0-9a-f]+}}, of which
        break;
    case 4:
        map(40, 10);
        add(20, x + 25);
        // TWO: error: kernel 'add': parameter 'x' takes 80 bytes at 0x{{[0-9a-f]+}}, of which
        break;
    case 5:
        offload_enter_data(offload_to(x, 20));
        // REGION: [[#@LINE-1]]: offloadcc: error: offload_enter_data: only a part of 'x' (80 bytes at 0x{{[0-9a-f]+}}) is mapped on device 0, by '#pragma omp target data' or the like, not by offload_data; map all of it there, or name only the mapped part here
        break;
    case 6: // a part of what is mapped, all of it, and what is next to it
        add(10, x + 15);
        add(30, x + 10);
        add(10, x);
        add(10, x + 40);
        offload_data(offload_to(x + 12, 20))
            add(10, x + 20);
        return x[0] != 1 || x[10] != 0 || x[45] != 1;
    }
}
