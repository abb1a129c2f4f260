// Loops whose counts are rounded up to whole blocks, or groups of lanes: all threads make the same number of turns, and wait
// for each other in the loop. Loops run them on a CPU (the remark would be of threads that run one after the other), and no
// warning says that threads part.
//
// RUN: %run_kernel -O2 -Wall -Werror -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
// RUN: %offloadcc -O2 --offload-arch=none -Rpass-missed=offload -c %s -o %t.o 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: cannot be shown that all threads
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { MOST = 700 };

// Each block turns its own pieces of an array around.
#define TURN(name, type, rounded)                                                                  \
    offload_kernel void name(type n, int x[MOST]) {                                                \
        offload_shared int s[128];                                                                 \
        const type t = (type)offload_thread_id(0), size = (type)offload_block_size(0);             \
        const type whole = rounded;                                                                \
        for (type i = t; i < whole; i += size) {                                                   \
            s[t] = i < n ? x[i] : -1;                                                              \
            offload_barrier();                                                                     \
            if (i < n)                                                                             \
                x[i] = s[size - 1 - t];                                                            \
            offload_barrier();                                                                     \
        }                                                                                          \
    }
TURN(turn_int, int, (n + size - 1) / size * size)
TURN(turn_unsigned, unsigned, (n + size - 1) / size * size)
TURN(turn_size, size_t, (n + size - 1) / size * size)
TURN(turn_rest, int, n + size - 1 - (n + size - 1) % size)

offload_kernel void scan(int n, const int x[MOST], int y[MOST]) {
    int lane = (int)offload_thread_id(0) % 32, before = 0;
    for (int i = lane; i < (n + 31) / 32 * 32; i += 32) {
        int v = i < n ? x[i] : 0;
        for (unsigned d = 1; d < 32; d *= 2) {
            int other = offload_lane_shuffle_up(v, d, 32);
            if ((unsigned)lane >= d)
                v += other;
        }
        if (i < n && offload_global_id(0) < 32)
            y[i] = before + v;
        before += offload_lane_shuffle(v, 31, 32);
    }
}

// The count is not rounded: the threads that are left wait for nobody.
offload_kernel void rest(int n, const int x[MOST], int y[MOST]) {
    int lane = (int)offload_thread_id(0) % 32;
    for (int i = lane; i < n; i += 32) {
        int v = x[i] * 2 + (int)offload_lane_shuffle_xor(1, 1, 32);
        if (offload_global_id(0) < 32)
            y[i] = v;
    }
}

static int x[MOST], before[MOST], y[MOST];

#define TRY(name, type)                                                                            \
    do {                                                                                           \
        for (int i = 0; i < MOST; i++)                                                             \
            x[i] = before[i] = i * 7 % 101;                                                        \
        offload(name, .blocks = {1}, .block_size = {(unsigned)size})((type)n, x);                  \
        for (int i = 0; i < MOST; i++) {                                                           \
            int first = i / size * size, from = first + size - 1 - (i - first);                    \
            EQUAL(x[i], i >= n ? before[i] : from < n ? before[from] : -1);                        \
        }                                                                                          \
    } while (0)

int main(void) {
    for (int n = 0; n < MOST; n += n < 3 ? 1 : 129)
        for (int size = 24; size <= 128; size += 40) {
            TRY(turn_int, int);
            TRY(turn_unsigned, unsigned);
            TRY(turn_size, size_t);
            TRY(turn_rest, int);
        }
    for (int n = 0; n < MOST; n += 111) {
        int sum = 0;
        memset(y, 0, sizeof y);
        for (int i = 0; i < MOST; i++)
            x[i] = i * 7 % 101;
        offload(scan, .blocks = {1}, .block_size = {64})(n, x, y);
        for (int i = 0; i < MOST; i++) {
            sum += x[i];
            EQUAL(y[i], i < n ? sum : 0);
        }
        memset(y, 0, sizeof y);
        offload(rest, .blocks = {1}, .block_size = {64})(n, x, y);
        for (int i = 0; i < MOST; i++)
            EQUAL(y[i], i < n ? x[i] * 2 + 1 : 0);
    }
    return finish();
}
