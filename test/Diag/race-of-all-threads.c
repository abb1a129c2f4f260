// All threads write to one element, each a value of its own: a warning at the line of the write, for
// all targets, at any level of optimisation.
// RUN: %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 -c --offload-arch=sm_90,gfx1100 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c --offload-arch=none -Wno-offload-race -Werror %s -o %t.o 2>&1 | count 0
#include <math.h>
#include <offload.h>

offload_global int calls;
offload_constant float scale = 2;

struct sums {
    double *total offload_count(1);
};

// CHECK: race-of-all-threads.c:[[#@LINE+4]]:16: warning: all threads change the same element of parameter 'sum' of kernel 'add' here, and what they change at the same time is lost; use an atomic, such as offload_atomic_add, or give each thread an element of its own [-Woffload-race]
offload_kernel void add(size_t n, const float x[n], float sum[1]) {
    size_t i = offload_global_id(0);
    if (i < n)
        sum[0] += x[i];
}

static void add_to(double *sum, double by) {
    *sum += by;
}
// CHECK: :[[#@LINE-2]]:10: warning: all threads change the same element of parameter 'sum' of kernel 'add_inner' here
offload_kernel void add_inner(int n, const float x[n], double sum[3]) {
    int i = (int)offload_global_id(0);
    if (i >= 1 && i < n - 1 && n > 10)
        add_to(&sum[2], scale * sqrtf(x[i - 1]));
}

// CHECK: :[[#@LINE+4]]:21: warning: all threads change the same element of parameter 'best' of kernel 'find_best' here
offload_kernel void find_best(size_t n, const float x[n], float best[1]) {
    offload_for (i, n)
        if (x[i] > best[0])
            best[0] = x[i];
}

// CHECK-DAG: :[[#@LINE+5]]:15: warning: all threads change the same element of 'calls' here
// CHECK-DAG: :[[#@LINE+3]]:21: warning: all threads change the same element of 'total' of parameter 'sums' of kernel 'add_member' here
offload_kernel void add_member(int n, const float x[n], struct sums sums) {
    offload_for (i, n) {
        *sums.total += x[i];
        calls += (int)i;
    }
}

// CHECK-DAG: :[[#@LINE+6]]:11: warning: all threads of a block write to the same element of 'first' here, each a value of its own; let one thread write, or give each thread an element of its own [-Woffload-race]
// CHECK-DAG: :[[#@LINE+6]]:13: warning: all threads of a block change the same element of 'sums' here
offload_kernel void in_block(size_t n, const float x[n], offload_out float y[n]) {
    offload_shared float first, sums[4];
    size_t i = offload_global_id(0);
    float mine = i < n ? x[i] : 0;
    first = mine;
    sums[1] += mine;
    offload_barrier();
    if (i < n)
        y[i] = first + sums[1];
}

// One thread of each block.
// CHECK: :[[#@LINE+11]]:16: warning: threads of all blocks change the same element of parameter 'sum' of kernel 'add_blocks' here
offload_kernel void add_blocks(const float x[1024], float sum[1]) {
    offload_shared float part[256];
    unsigned t = offload_thread_id(0);
    part[t] = x[offload_global_id(0)];
    for (unsigned step = 128; step > 0; step /= 2) {
        offload_barrier();
        if (t < step)
            part[t] += part[t + step];
    }
    if (t == 0)
        sum[0] += part[0];
}

// An element for each block, but not for each thread; and counting.
// CHECK-DAG: :[[#@LINE+7]]:36: warning: all threads of a block change the same element of parameter 'parts' of kernel 'count' here
// CHECK-DAG: :[[#@LINE+8]]:21: warning: all threads change the same element of parameter 'found' of kernel 'count' here
// CHECK-DAG: :[[#@LINE+10]]:17: warning: all threads change the same element of parameter 'more' of kernel 'count' here
offload_kernel void count(size_t n, const float x[n], float parts[n / 32], int found[1],
                          volatile int more[1]) {
    size_t i = offload_global_id(0);
    if (i < n) {
        parts[offload_block_id(0)] += x[i];
        if (x[i] == 3)
            found[0]++;
    }
    if (i != 0)
        more[0] = more[0] + 1;
}

// One lane of each group, which is asked for in two ways.
// CHECK-DAG: :[[#@LINE+7]]:16: warning: threads of all blocks change the same element of parameter 'sum' of kernel 'add_groups' here
// CHECK-DAG: :[[#@LINE+9]]:15: warning: threads of all blocks change the same element of parameter 'most' of kernel 'add_groups' here
offload_kernel void add_groups(size_t n, const float x[n], float sum[1], float most[1]) {
    float mine = 0;
    offload_for (i, n)
        mine += x[i];
    if (offload_thread_id(0) % 32 == 0)
        sum[0] += mine;
    mine = offload_lane_reduce_max(mine);
    if (offload_lane_id() == 0)
        *most = fmaxf(*most, mine);
}

// After a loop, which each thread leaves; one thread of each block; and threads of one row.
// CHECK-DAG: :[[#@LINE+8]]:12: warning: all threads change the same element of parameter 'sum' of kernel 'after_loops' here
// CHECK-DAG: :[[#@LINE+9]]:36: warning: threads of all blocks change the same element of parameter 'bins' of kernel 'after_loops' here
offload_kernel void after_loops(size_t n, const float x[n], float sum[2], float bins[64]) {
    float mine = 0, other = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        mine += x[i];
    offload_for (i, n)
        other += x[i] * x[i];
    sum[0] += mine + other;
    if (mine > 0)
        bins[offload_thread_id(0)] += mine;
}

// CHECK: :[[#@LINE+4]]:14: warning: all threads whose indices differ only in dimension 1 change the same element of parameter 'y' of kernel 'rows' here
offload_kernel void rows(size_t n, size_t m, const float x[m], float y[n]) {
    size_t i = offload_global_id(0), j = offload_global_id(1);
    if (i < n && j < m)
        y[i] += x[j];
}

// None of these: conditions that may be for one thread, values that are the same for all, elements
// of their own, atomics.
// CHECK-NOT: warning:
offload_kernel void fine(size_t n, const float x[n], float y[n], float one[4], int found[2]) {
    offload_shared float tile[256];
    size_t i = offload_global_id(0);
    unsigned t = offload_thread_id(0);
    add_to(NULL, 0);
    if (i == 0)
        one[0] = x[i];
    if (t < 1)
        one[1] += x[i];
    if (i >= n - 1)
        one[2] = x[i];
    if (!t)
        tile[1] = (float)i;
    if (x[i] == 3)
        found[0] = (int)i;
    if (x[i] > 4)
        found[1] = 1;
    if (n == 12345)
        one[0] = x[i];
    if (i * 8 < 8 || i + i < 2)
        one[0] = x[i];
    if (i < offload_block_size(0) / 256)
        one[0] = x[i];
    if (t == offload_block_size(0) - 1)
        y[offload_block_id(0)] = x[i];
    one[1] = (float)(i / offload_global_size(0));
    tile[2] = x[i / offload_block_size(0)];
    tile[3] = (float)(i - t);
    float *at = y;
    size_t rank = 0;
    for (size_t k = 0; k < i; k++) {
        at++;
        rank += x[k] < x[i];
    }
    *at = x[i];
    y[rank] += x[i];
    one[3] = scale;
    tile[t] = x[i];
    for (unsigned step = 128; step > 0; step /= 2) {
        offload_barrier();
        if (t < step)
            tile[t] += tile[t + step];
    }
    y[offload_block_id(0)] = tile[0];
    offload_atomic_add(&one[0], x[i]);
    y[i] *= 2;
    int first = 1;
    for (size_t k = 0; k < i; k++)
        first = 0;
    if (first)
        one[0] = x[i];
    while (offload_atomic_exchange_explicit(&found[0], 1, __ATOMIC_ACQUIRE) == 1)
        continue;
    one[2] += x[i];
    offload_atomic_store_explicit(&found[0], 0, __ATOMIC_RELEASE);
    for (size_t k = 0; k < i; k++)
        y[k] = 1;
}

// A search: the sorted keys let one thread through.
offload_kernel void descend(int n, const int keys[n + 1], const int below[n][256], int at[n], const int wanted[n])
{
    unsigned t = offload_thread_id(0), b = offload_block_id(0);
    if (keys[t] <= wanted[b] && keys[t + 1] > wanted[b])
        at[b] = below[at[b]][t];
}
