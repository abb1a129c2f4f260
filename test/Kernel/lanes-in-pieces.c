// Lane functions in a kernel that divides the thread's number by less than the lanes of a group: each
// quotient is a piece of the group's loop. What only some lanes do, such as an atomic or a store
// elsewhere, they do once.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { THREADS = 128, MOST = 8 };

// 16 threads for each item. Pairs of items meet; the last one, if their number is odd, is stored.
offload_kernel void pairs(int n, const int begin[MOST], const int x[THREADS], int y[THREADS])
{
    int t = (int)offload_thread_id(0), item = t >> 4, part = t & 15, from = 0, value = 0;
    if (item < n) {
        from = begin[item];
        value = x[from + part];
    }
    if (item < n / 2 * 2)
        value += offload_lane_shuffle_xor(value, 1, 16);
    else if (item < n)
        y[from + part] = value;
}

// 8 threads for each item count what they have.
offload_kernel void counts(int n, const int begin[MOST], const int x[THREADS], int y[THREADS])
{
    int t = (int)offload_thread_id(0), item = t / 8 % MOST, part = t % 8;
    int value = x[begin[item] + part], any = offload_lane_shuffle(value, 0, 8);
    if (item < n && value % 3 == 1)
        offload_atomic_add(&y[begin[item] + any % 8], value);
}

int main(void)
{
    static int begin[MOST], x[THREADS], y[THREADS], expected[THREADS];
    for (int n = 0; n <= MOST; n++) {
        for (int i = 0; i < MOST; i++)
            begin[i] = i * 16;
        for (int i = 0; i < THREADS; i++) {
            x[i] = i + 1;
            y[i] = 0;
            expected[i] = i / 16 == n - 1 && n % 2 ? i + 1 : 0;
        }
        offload(pairs, .blocks = {1}, .block_size = {THREADS})(n, begin, x, y);
        for (int i = 0; i < THREADS; i++)
            EQUAL(y[i], expected[i]);
        for (int i = 0; i < THREADS; i++)
            y[i] = expected[i] = 0;
        for (int t = 0; t < THREADS; t++) {
            int item = t / 8 % MOST, value = x[begin[item] + t % 8];
            if (item < n && value % 3 == 1)
                expected[begin[item] + x[begin[item]] % 8] += value;
        }
        offload(counts, .blocks = {1}, .block_size = {THREADS})(n, begin, x, y);
        for (int i = 0; i < THREADS; i++)
            EQUAL(y[i], expected[i]);
    }
    return finish();
}
