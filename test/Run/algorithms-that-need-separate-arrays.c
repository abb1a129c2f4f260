// Arrays of an algorithm that overlap where that is not allowed end the program, also if they are the same, if one contains
// the other, and in a data region that maps both.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: not --crash %t transpose 2>&1 | FileCheck --check-prefix=TRANSPOSE %s
// RUN: not --crash %t.device transpose 2>&1 | FileCheck --check-prefix=TRANSPOSE %s
// RUN: not --crash %t select 2>&1 | FileCheck --check-prefix=SELECT %s
// RUN: not --crash %t own 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: not --crash %t flags 2>&1 | FileCheck --check-prefix=FLAGS %s
// RUN: not --crash %t histogram 2>&1 | FileCheck --check-prefix=HISTOGRAM %s
// RUN: not --crash %t pairs 2>&1 | FileCheck --check-prefix=PAIRS %s
// RUN: not --crash %t bytes 2>&1 | FileCheck --check-prefix=BYTES %s
// RUN: not --crash %t.device scan 2>&1 | FileCheck --check-prefix=SCAN %s
// RUN: %t neighbours | FileCheck %s
// RUN: %t.device neighbours | FileCheck %s
#include <offload_algorithms.h>
#include <string.h>

static int is_odd(int v)
{
    return v & 1;
}
OFFLOAD_DEFINE_SELECT(select_odd, int, is_odd); // OWN: arrays.c:[[@LINE]]: offloadcc: error: select_odd: x and y overlap

int main(int argc, char **argv)
{
    static int x[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static unsigned char bytes[32] = {1, 0, 1, 1};
    static size_t u[32];
    struct pair {
        short keys[3];
    } *pairs = (struct pair *)(x + 1);
    if (argc < 2)
        return 1;
    // TRANSPOSE: arrays.c:[[@LINE+2]]: offloadcc: error: offload_transpose: x and y overlap, and the algorithm needs separate arrays
    if (strcmp(argv[1], "transpose") == 0)
        offload_transpose(3, 3, x, x);
    // SELECT: arrays.c:[[@LINE+2]]: offloadcc: error: offload_select: x and y overlap
    if (strcmp(argv[1], "select") == 0)
        offload_select(9, x, bytes, x);
    if (strcmp(argv[1], "own") == 0)
        select_odd(9, x, x + 8);
    // FLAGS: arrays.c:[[@LINE+2]]: offloadcc: error: offload_select: flags and y overlap
    if (strcmp(argv[1], "flags") == 0)
        offload_select(9, bytes + 9, bytes, bytes);
    // HISTOGRAM: arrays.c:[[@LINE+2]]: offloadcc: error: offload_histogram: x and counts overlap
    if (strcmp(argv[1], "histogram") == 0)
        offload_histogram(9, u, 3, u + 4);
    // PAIRS: arrays.c:[[@LINE+2]]: offloadcc: error: offload_sort_pairs: keys and values overlap
    if (strcmp(argv[1], "pairs") == 0)
        offload_sort_pairs(9, x, x);
    // BYTES: arrays.c:[[@LINE+2]]: offloadcc: error: offload_sort_pairs: keys and values overlap
    if (strcmp(argv[1], "bytes") == 0)
        offload_sort_pairs(9, x, pairs);
    // SCAN: arrays.c:[[@LINE+3]]: offloadcc: error: offload_inclusive_scan_add: x and y overlap
    if (strcmp(argv[1], "scan") == 0) {
        offload_data(offload_tofrom(x, 32))
            offload_inclusive_scan_add(9, x, x + 1);
    }
    // CHECK: 3: 1 3 6, 55
    offload_inclusive_scan_add(9, x, x);
    offload_select(4, x, bytes, x + 16);
    size_t count = offload_select(4, bytes, bytes, bytes + 4);
    offload_transpose(2, 2, x, x + 4);
    offload_sort_pairs(4, x, x + 4);
    offload_histogram(8, u, 8, u + 8);
    printf("%zu: %d %d %d, %d\n", count, x[0], x[1], x[2], x[8] + x[16] + (int)u[8] + bytes[4]);
}
