// A launch with threads in a dimension that the kernel does not ask for runs each of its indices several times.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-unused-dimension -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

static int place(int d) { return (int)offload_thread_id(d); }
static int place_in_x(void) { return (int)offload_global_id(0); }
static int (*const places[])(void) = {place_in_x};
static float with_y(void) { return offload_block_size(1); }
offload_kernel void line(int x[4]) { x[offload_global_id(0)]++; }
offload_kernel void through_table(int x[4]) { x[places[0]()]++; }
offload_kernel void for_loop(int x[4]) { offload_for (i, 4) x[i]++; }
offload_kernel void sums(int x[4]) { x[place_in_x()] = offload_block_reduce_add(1); }
offload_kernel void plane(int x[4]) { x[offload_global_id(0)] += with_y() > 0; }
offload_kernel void any(int x[4]) { x[place(x[0])]++; }
offload_kernel void counts(int x[1]) { offload_atomic_add(x, 1); }
offload_kernel void not_seen(int x[4]);
#define SHAPE .threads = {4, 2}

void launches(size_t n, size_t m, int *x)
{
    offload(line, .threads = {4, 2})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'line' uses thread indices only in x, but .threads has more than one thread in y, which all do the same; remove that dimension, or use offload_global_id(1) in the kernel [-Woffload-unused-dimension]
    // CHECK: :11:21: note: 'line' is defined here
    offload(line, .threads = {n, m})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: {{.*}} but .threads has more than one thread in y
    offload(line, .threads = {n}, .block_size = {8, 1, 4})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: {{.*}} but .block_size has more than one thread in z
    offload(line, .blocks = {n, 2})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: {{.*}} but .blocks has more than one thread in y
    offload(through_table, SHAPE)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'through_table' uses thread indices only in x
    offload(for_loop, SHAPE)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'for_loop' uses thread indices only in x
    offload(sums, SHAPE)(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'sums' uses thread indices only in x
    offload(plane, .threads = {4, 2, 2})(x);
    // CHECK: :[[#@LINE-1]]:5: warning: kernel 'plane' uses thread indices only in x and y, but .threads has more than one thread in z

    offload(line, .threads = {n, 1, 1})(x);
    offload(line, .blocks = {n, m}, .block_size = {n, m})(x); // may be 1
    offload(plane, SHAPE)(x);
    offload(any, .threads = {4, 2, 2})(x);
    offload(counts, .threads = {4, 2, 2})(x);
    offload(not_seen, .threads = {4, 2, 2})(x);
}
