// A kernel in which each thread handles the element at its place needs as many threads as there are elements. A launch
// that does not say how many, or leaves out a dimension, computes a part, and which part depends on the device.
//
// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -Wno-offload-missing-threads -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

static size_t place(void) { return offload_block_id(0) * offload_block_size(0) + offload_thread_id(0); }
static size_t stride(void) { return offload_global_size(0); }
offload_kernel void line(size_t n, int x[n]) { if (offload_global_id(0) < n) x[offload_global_id(0)]++; }
offload_kernel void through_helper(size_t n, int x[n]) { if (place() < n) x[place()]++; }
offload_kernel void plane(int w, int h, int x[w * h])
{
    size_t i = offload_global_id(0), j = offload_global_id(1);
    if (i < (size_t)w && j < (size_t)h)
        x[j * (size_t)w + i]++;
}

offload_kernel void for_loop(size_t n, int x[n]) { offload_for (i, n) x[i]++; }
offload_kernel void loop(size_t n, int x[n]) { for (size_t i = offload_global_id(0); i < n; i += stride()) x[i]++; }
offload_kernel void counts(size_t n, int x[n]) { if (offload_thread_id(0) == 0) offload_atomic_add(x, 1); }
offload_kernel void not_seen(size_t n, int x[n]);

void launches(int n, int *x)
{
    size_t size = (size_t)n;
    offload(line)(size, x);
    // CHECK: :[[#@LINE-1]]:5: warning: this launch has no .threads, so it runs as many threads as fill the device, but kernel 'line' does not ask how many there are; give the launch .threads, or use offload_for in the kernel [-Woffload-missing-threads]
    // CHECK: :10:21: note: 'line' is defined here
    offload(line, .block_size = {64})(size, x);
    // CHECK: :[[#@LINE-1]]:5: warning: this launch has no .threads
    offload(through_helper)(size, x);
    // CHECK: :[[#@LINE-1]]:5: warning: this launch has no .threads
    offload(plane, .threads = {size})(n, n, x);
    // CHECK: :[[#@LINE-1]]:5: warning: this launch has one thread in y, because .threads leaves it out, but kernel 'plane' uses its threads' indices there; give .threads all dimensions, with 1 if one thread is meant [-Woffload-missing-threads]
    offload(plane, .threads = size, .block_size = {32})(n, n, x);
    // CHECK: :[[#@LINE-1]]:5: warning: this launch has one thread in y

    offload(line, .threads = {size})(size, x);
    offload(line, .blocks = {n})(size, x);
    offload(plane, .threads = {size, 1})(n, 1, x);
    offload(plane, .threads = {size, size})(n, n, x);
    offload(plane, .threads = {size}, .block_size = {8, 8})(n, n, x);
    offload(plane, .threads[0] = size, .threads[1] = size)(n, n, x);
    offload(for_loop)(size, x);
    offload(loop)(size, x);
    offload(counts)(size, x);
    offload(not_seen)(size, x);
}
