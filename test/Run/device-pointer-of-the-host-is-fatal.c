// A device is not given the host's address of what has another address there, whoever put it there.
// On the CPU, the host's addresses are good.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_CHECK=1 not --crash %t 1 2>&1 | FileCheck --check-prefix=MAPPED %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=VARIABLE %s
// RUN: %t 3
// RUN: env OMP_TARGET_OFFLOAD=disabled %t 1
// RUN: env OMP_TARGET_OFFLOAD=disabled %t 2
#include <offload.h>
#include <stdint.h>
#include <stdlib.h>

static int x[100];
offload_global int table[10];

offload_kernel void set(offload_device_ptr int *p)
{
    p[0] = 1 + table[1];
}

void *omp_target_alloc(size_t, int);

// What `#pragma omp target enter data map(to : ...)` becomes.
void __tgt_target_data_begin_mapper(void *, int64_t, int32_t, void **, void **, int64_t *,
                                    int64_t *, void **, void **);

int main(int argc, char **argv)
{
    void *start = x;
    int64_t size = sizeof x, to = 1;
    switch (atoi(argv[argc - 1])) {
    case 1:
        __tgt_target_data_begin_mapper(NULL, -1, 1, &start, &start, &size, &to, NULL, NULL);
        set(x + 5);
        // MAPPED: error: kernel 'set': parameter 'p' is marked offload_device_ptr, but the argument is the host's address of an array that is mapped on device 0; give the parameter a bound instead of the mark, and the launch uses the mapped copy
        break;
    case 2:
        set(table + 2);
        // VARIABLE: error: kernel 'set': parameter 'p' is marked offload_device_ptr, but the argument is the host's address of a device variable; use the variable by its name in the kernel
        break;
    case 3:
        set(omp_target_alloc(4, 0));
        break;
    }
}
