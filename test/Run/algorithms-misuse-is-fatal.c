// What a call of offload_algorithms.h cannot do ends the program with a message that names the function and the line
// of the call, where a device would run the kernels and where the CPU does.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: not --crash %t null 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t.device null 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t values 2>&1 | FileCheck --check-prefix=VALUES %s
// RUN: not --crash %t flags 2>&1 | FileCheck --check-prefix=FLAGS %s
// RUN: not --crash %t many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: not --crash %t.device many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: not --crash %t negative 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not --crash %t room 2>&1 | FileCheck --check-prefix=ROOM %s
// RUN: not --crash %t bins 2>&1 | FileCheck --check-prefix=BINS %s
// RUN: not --crash %t keys 2>&1 | FileCheck --check-prefix=KEYS %s
// RUN: not --crash %t rows 2>&1 | FileCheck --check-prefix=ROWS %s
// RUN: not --crash %t matrix 2>&1 | FileCheck --check-prefix=MATRIX %s
// RUN: not --crash %t mapped 2>&1 | FileCheck --check-prefix=MAPPED %s
// RUN: not --crash %t.device mapped 2>&1 | FileCheck --check-prefix=MAPPED %s
// RUN: not --crash %t others 2>&1 | FileCheck --check-prefix=OTHERS %s
// RUN: not --crash %t.device others 2>&1 | FileCheck --check-prefix=OTHERS %s
#include <offload_algorithms.h>
#include <string.h>

int main(int argc, char **argv)
{
    static float x[10], y[10];
    static size_t counts[10];
    int n = -1;
    if (argc < 2)
        return 1;
    // NULL: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_inclusive_scan_add: x is a null pointer, but has 10 elements
    if (strcmp(argv[1], "null") == 0)
        offload_inclusive_scan_add(10, (float *)NULL, x);
    // VALUES: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_sort_pairs: values is a null pointer, but has 10 elements
    if (strcmp(argv[1], "values") == 0)
        offload_sort_pairs(10, x, (float *)NULL);
    // FLAGS: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_select: flags is a null pointer, but has 10 elements
    if (strcmp(argv[1], "flags") == 0)
        offload_select(10, x, (char *)NULL, y);
    // MANY: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_reduce_add: x has 4611686018427387904 elements of 4 bytes, which do not fit in memory
    if (strcmp(argv[1], "many") == 0)
        offload_reduce_add((size_t)1 << 62, x);
    // NEGATIVE: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_fill: the number of elements is negative (-1)
    if (strcmp(argv[1], "negative") == 0)
        offload_fill((size_t)n, x, 1);
    // ROOM: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_sort: there is no memory for a copy of {{[0-9]+}} elements of 4 bytes
    if (strcmp(argv[1], "room") == 0)
        offload_sort((size_t)1 << 60, x);
    // BINS: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_histogram_range: the number of bins is negative (-1)
    if (strcmp(argv[1], "bins") == 0)
        offload_histogram_range(10, x, 0, 1, (size_t)n, counts);
    // KEYS: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_sort: the number of elements is negative (-1)
    if (strcmp(argv[1], "keys") == 0)
        offload_sort((size_t)n, x);
    // ROWS: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_transpose: the number of rows is negative (-1)
    if (strcmp(argv[1], "rows") == 0)
        offload_transpose((size_t)n, 1, x, x);
    // MATRIX: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: offload_transpose: 8589934592 rows of 8589934592 elements do not fit in memory
    if (strcmp(argv[1], "matrix") == 0)
        offload_transpose((size_t)1 << n + 34, (size_t)1 << n + 34, x, y);
    // MAPPED: algorithms-misuse-is-fatal.c:[[@LINE+2]]: offloadcc: error: kernel 'offload_fill_32_kernel': parameter '__x' takes 40 bytes at {{.*}}, but only the 20 bytes at {{.*}} are mapped at {{.*}}algorithms-misuse-is-fatal.c:[[@LINE+2]]; map all that
    if (strcmp(argv[1], "mapped") == 0)
        offload_data(offload_tofrom(x, 5)) offload_fill(10, x, 1);
    // OTHERS: algorithms-misuse-is-fatal.c:[[@LINE+3]]: offloadcc: error: kernel 'offload_fill_32_kernel': parameter '__x' takes 44 bytes at {{.*}}, but offload_malloc returned only the 40 bytes at {{.*}} ({{.*}}:[[@LINE+3]]); pass fewer elements
    // OTHERS-NOT: note:
    if (strcmp(argv[1], "others") == 0)
        offload_fill(11, (float *)offload_malloc(40), 1);
    return 0;
}
