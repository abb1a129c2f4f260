// In a function that the C library calls back, as qsort does, a thread of a block is alone to lane functions on a CPU, and its
// caller still waits at the next barrier.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t | FileCheck %s
//
// CHECK: in order: 34 lanes: 0 behind: 0
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 34 }; // two groups

struct item {
    int key, lanes;
};

// The kernel calls it, too, through a pointer; there it waits for the lanes that do.
static int compare(const void *left, const void *right) {
    struct item *first = (struct item *)left;
    first->lanes += (int)offload_lane_reduce_add(1u) - 1;
    return first->key - ((const struct item *)right)->key;
}
static int subtract(const void *left, const void *right) {
    return ((const struct item *)left)->key - ((const struct item *)right)->key;
}

offload_kernel void sort(int ordered[N], int lanes[N], int behind[N]) {
    offload_shared int there[N];
    int i = (int)offload_thread_id(0);
    struct item items[3] = {{i, 0}, {7, 0}, {-3, 0}};
    int (*function)(const void *, const void *) = i < 30 ? compare : subtract;
    function(&items[0], &items[1]);
    items[0].lanes -= i < 30 ? 29 : 0;
    there[i] = 0;
    offload_barrier();
    if (i > 1)
        qsort(items, 3, sizeof *items, compare);
    there[i] = 1;
    offload_barrier();
    behind[i] = !there[N - 1 - i];
    lanes[i] = items[0].lanes + items[1].lanes + items[2].lanes;
    ordered[i] = i < 2 || (items[0].key <= items[1].key && items[1].key <= items[2].key);
}

int main(void) {
    int ordered[N], lanes[N], behind[N], sums[3] = {0};
    offload(sort, .blocks = {1}, .block_size = {N})(ordered, lanes, behind);
    for (int i = 0; i < N; i++) {
        sums[0] += ordered[i];
        sums[1] += lanes[i];
        sums[2] += behind[i];
    }
    printf("in order: %d lanes: %d behind: %d\n", sums[0], sums[1], sums[2]);
    return 0;
}
