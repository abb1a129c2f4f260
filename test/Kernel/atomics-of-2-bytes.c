// Atomics on objects of 2 bytes: short, unsigned short, _Float16 and __bf16, in arrays and in shared variables. Their
// neighbours keep their values.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 1000 };

struct results {
    short least, most;
    unsigned short before, sum, bits, after;
    _Float16 left, half, right;
    __bf16 first, brain, last;
    unsigned short highest;
    _Float16 smallest;
    __bf16 largest;
    unsigned short ticket, turns;
};

offload_kernel void use(int n, struct results r[1], unsigned char seen[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    offload_atomic_min(&r->least, (short)(i - 500));
    offload_atomic_max(&r->most, (short)(i - 500));
    offload_atomic_add(&r->sum, (unsigned short)i);
    offload_atomic_or(&r->bits, (unsigned short)(1 << i % 16));
    offload_atomic_max(&r->highest, (unsigned short)(60000 + i));
    offload_atomic_add(&r->half, (_Float16)0.5f);
    offload_atomic_min(&r->smallest, (_Float16)-i);
    if (i < 200)
        offload_atomic_sub(&r->brain, (__bf16)1.0f);
    offload_atomic_max(&r->largest, (__bf16)(float)(i & 255));
    seen[offload_atomic_add(&r->ticket, 1)]++;
    unsigned short turns = offload_atomic_load(&r->turns);
    while (!offload_atomic_compare_exchange(&r->turns, &turns, (unsigned short)(turns + 3)))
        ;
}

offload_kernel void in_a_block(short counts[64], _Float16 halves[64]) {
    offload_shared short count[2];
    offload_shared _Float16 half[3];
    int i = (int)offload_thread_id(0);
    if (i < 2)
        count[i] = (short)(i * 1000);
    if (i < 3)
        half[i] = (_Float16)(float)i;
    offload_barrier();
    offload_atomic_add(&count[i & 1], (short)-1);
    offload_atomic_add(&half[1], (_Float16)2.0f);
    offload_barrier();
    counts[i] = count[i & 1];
    halves[i] = half[i % 3];
}

int main(void) {
    static unsigned char seen[N];
    struct results r = {.least = 0, .before = 0xabcd, .after = 0xdcba, .left = 3, .right = 4, .first = 5, .last = 6};
    offload(use, .threads = {N})(N, &r, seen);
    EQUAL(r.least, -500);
    EQUAL(r.most, 499);
    EQUAL(r.before, 0xabcd);
    EQUAL(r.sum, (unsigned short)(N * (N - 1) / 2));
    EQUAL(r.bits, 0xffff);
    EQUAL(r.after, 0xdcba);
    EQUAL(r.left, 3);
    CHECK((float)r.half == N / 2, "%g", (double)r.half);
    EQUAL(r.right, 4);
    EQUAL(r.first, 5);
    CHECK((float)r.brain == -200, "%g", (double)(float)r.brain);
    EQUAL((float)r.last, 6);
    EQUAL(r.highest, 60999);
    CHECK((float)r.smallest == -999, "%g", (double)r.smallest);
    CHECK((float)r.largest == 255, "%g", (double)(float)r.largest);
    EQUAL(r.ticket, N);
    EQUAL(r.turns, 3 * N);
    for (int i = 0; i < N; i++)
        EQUAL(seen[i], 1);
    short counts[64];
    _Float16 halves[64];
    offload(in_a_block, .blocks = {1}, .block_size = {64})(counts, halves);
    for (int i = 0; i < 64; i++) {
        EQUAL(counts[i], (i & 1) * 1000 - 32);
        EQUAL((float)halves[i], i % 3 == 1 ? 129 : i % 3);
    }
    return finish();
}
