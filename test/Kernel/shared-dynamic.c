// Dynamic shared memory: of any type, beside shared variables, aligned, the same address at every
// call; of another size at each launch, up to much.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <stdint.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 13, MOST = 1024 };

struct pair {
    double key;
    int value;
};

static unsigned *counts(void) {
    return (unsigned *)offload_dynamic_shared() + 4;
}

offload_kernel void numbers(size_t n, double a[n]) {
    double *part = offload_dynamic_shared();
    unsigned me = offload_thread_id(0), size = offload_block_size(0);
    part[me] = a[offload_global_id(0)];
    offload_barrier();
    a[offload_global_id(0)] = part[(me + 1) % size];
}

// Two arrays in one allocation, with a shared variable beside them.
offload_kernel void mixed(size_t n, int a[n]) {
    offload_shared int offset;
    struct pair *pairs = offload_dynamic_shared();
    unsigned me = offload_thread_id(0), size = offload_block_size(0);
    unsigned char *bytes = (unsigned char *)(pairs + size);
    pairs[me] = (struct pair){me, (int)offload_global_id(0)};
    bytes[me] = (unsigned char)me;
    if (me == size - 1)
        offset = 1000;
    offload_barrier();
    struct pair p = pairs[size - 1 - me];
    int good = (uintptr_t)pairs % 16 == 0 && pairs == offload_dynamic_shared() &&
               p.key == size - 1 - me && bytes[size - 1 - me] == (unsigned char)(size - 1 - me);
    a[offload_global_id(0)] = good ? p.value + offset : -1;
}

// Through a function; the kernel itself does not ask for the memory.
offload_kernel void counted(size_t n, int a[n]) {
    unsigned me = offload_thread_id(0);
    if (me < 8)
        counts()[me] = 0;
    offload_barrier();
    offload_atomic_add(&counts()[me % 8], 1u);
    offload_barrier();
    a[offload_global_id(0)] = (int)counts()[me % 8];
}

// 48 KiB: as much as every GPU has, without anything else.
offload_kernel void large(unsigned words, size_t n, int a[n]) {
    unsigned *all = offload_dynamic_shared(), me = offload_thread_id(0), size = offload_block_size(0);
    for (unsigned i = me; i < words; i += size)
        all[i] = i ^ offload_block_id(0);
    offload_barrier();
    unsigned sum = 0;
    for (unsigned i = 0; i < words; i += 97)
        sum += all[(i + me) % words];
    a[offload_global_id(0)] = (int)sum;
}

static double d[BLOCKS * MOST];
static int a[BLOCKS * MOST];

int main(void) {
    static const unsigned sizes[] = {1, 3, 32, 100, 1024};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned size = sizes[s];
        size_t n = (size_t)BLOCKS * size;
        for (size_t i = 0; i < n; i++)
            d[i] = (double)i / 2;
        offload(numbers, .blocks = {BLOCKS}, .block_size = {size},
                .shared_bytes = size * sizeof *d)(n, d);
        for (size_t i = 0; i < n; i++)
            CHECK(d[i] == (double)(i / size * size + (i % size + 1) % size) / 2, "%zu: %g", i, d[i]);
        offload(mixed, .blocks = {BLOCKS}, .block_size = {size},
                .shared_bytes = size * (sizeof(struct pair) + 1))(n, a);
        for (size_t i = 0; i < n; i++)
            EQUAL(a[i], i / size * size + size - 1 - i % size + 1000);
        offload(counted, .blocks = {BLOCKS}, .block_size = {size}, .shared_bytes = 48)(n, a);
        for (size_t i = 0; i < n; i++)
            EQUAL(a[i], size / 8 + (i % size % 8 < size % 8));
    }
    unsigned words = 12 * 1024;
    offload(large, .blocks = {BLOCKS}, .block_size = {64}, .shared_bytes = 4 * words)(
        words, BLOCKS * 64, a);
    for (unsigned i = 0; i < BLOCKS * 64; i++) {
        unsigned sum = 0;
        for (unsigned k = 0; k < words; k += 97)
            sum += (k + i % 64) % words ^ i / 64;
        EQUAL(a[i], (int)sum);
    }
    return finish();
}
