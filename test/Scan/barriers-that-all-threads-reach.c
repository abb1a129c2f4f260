// -Woffload-divergent-barrier says nothing of conditions that are the same for all threads of a
// block, or may be.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -Werror 2>&1 | count 0
#include <offload.h>

static int wanted(int value) { return value; }
static void helper(unsigned t, float *x)
{
    if (t)
        offload_barrier();
    x[0] = 1;
}

offload_kernel void tree(int n, float x[n])
{
    offload_shared float tile[256];
    offload_shared int flag;
    unsigned t = offload_thread_id(0), size = offload_block_size(0);
    tile[t] = t < (unsigned)n ? x[t] : 0;
    if (t == 0)
        flag = 1;
    offload_barrier();
    for (unsigned stride = size / 2; stride; stride /= 2) {
        if (t < stride)
            tile[t] += tile[t + stride];
        offload_barrier();
    }
    if (offload_thread_id(0) == 0) {
        x[0] = tile[0];
    }
    offload_barrier();
    if (flag && offload_block_id(0) && n && offload_block_size(1) == 1 && wanted((int)t))
        offload_barrier();
    flag = (int)t;
    if (flag || tile[t] > 0)
        offload_barrier();
    helper(t, x);
    do {
        offload_barrier();
        if (t == 3)
            break;
        x[t] = 1;
    } while (0);
    offload_barrier();
}

offload_kernel void blocks(int n, float x[n])
{
    size_t i = offload_global_id(0);
    size_t first = offload_global_id(0) - offload_thread_id(0);
    if (first < (size_t)n && i / offload_block_size(0) < 3)
        offload_barrier();
    for (size_t base = offload_block_id(0) * 64; base < (size_t)n; base += offload_global_size(0)) {
        size_t at = base + offload_thread_id(0);
        if (at < (size_t)n)
            x[at] = 1;
        offload_barrier();
        if (at >= (size_t)n)
            continue;
        x[at] = 2;
    }
    // The same variable, for something else.
    for (int round = 0; round < n; round++) {
        i = offload_thread_id(0);
        x[i] = 1;
        for (i = 0; i < 4; i++)
            offload_barrier();
        i = offload_thread_id(0);
    }
    if (n > 4)
        return;
    offload_barrier();
    float sum = offload_block_reduce_add(x[i]);
    if (sum > 0)
        offload_barrier();
    if (x[i] > 3)
        return;
    offload_barrier();
    for (unsigned t = offload_thread_id(0); t < (unsigned)n; t += offload_block_size(0)) {
        if (x[t] > 1)
            break;
        if (x[t] < 0)
            continue;
        x[t] = 2;
    }
    offload_barrier();
    switch (n) {
    case 1:
        if (offload_thread_id(0))
            break;
        x[0] = 1;
        break;
    case 2:
        offload_barrier();
    }
    offload_barrier();
    if (offload_thread_id(0) == 7)
        goto out;
    x[1] = 1;
out:
    offload_barrier();
    (void)sizeof(offload_thread_id(0) ? offload_block_reduce_add(1) : 2);
}

static int up(int value, int size) { return (value + size - 1) / size * size; }

// Counts that are rounded up to whole blocks.
offload_kernel void rounded(int n, int x[n])
{
    const int t = (int)offload_thread_id(0), size = (int)offload_block_size(0);
    const int blocks = (n + size - 1) / size, whole = blocks * size;
    for (int i = t; i < whole; i += size)
        offload_barrier();
    for (int i = t; i < up(n, size); i += size)
        offload_barrier();
    for (int i = t; i < ((n + 63) & ~63); i += 64)
        offload_barrier();
    for (int i = t; n + size - (n % size) > i; i += size)
        offload_barrier();
    for (int i = t; i < ((n + 31) >> 5) << 5; i += 32)
        offload_barrier();
    x[0] = 1;
}
