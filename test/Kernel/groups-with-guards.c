// Comparisons of a thread's index hold for all groups of a block, for some, or for none. What lanes then add up is the
// same as if each asked alone. So it is where indices wrap.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=native
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 256, BLOCKS = 3, MOST = 2 * BLOCKS * SIZE };

// Adds up the values of a block's threads.
static void add_up(int value, int out[BLOCKS]) {
    offload_shared int of_groups[SIZE];
    unsigned lane = offload_lane_id(), lanes = offload_lane_count(), group = offload_thread_id(0) / lanes;
    int sum = offload_lane_reduce_add(value, offload_all_lanes);
    if (lane == 0)
        of_groups[group] = sum;
    offload_barrier();
    if (offload_thread_id(0) == 0) {
        sum = 0;
        for (unsigned g = 0; g < SIZE / lanes; g++)
            sum += of_groups[g];
        out[offload_block_id(0)] = sum;
    }
}

offload_kernel void two_places(unsigned n, const int x[MOST], int out[BLOCKS]) {
    unsigned i = offload_block_id(0) * 2 * SIZE + offload_thread_id(0);
    int value = i < n ? x[i] : 0;
    if (i + SIZE < n)
        value += x[i + SIZE];
    add_up(value, out);
}

offload_kernel void from_to(int from, int to, const int x[MOST], int out[BLOCKS]) {
    int i = (int)offload_global_id(0) - SIZE, value = 0;
    if (i >= from && i < to)
        value = x[i + SIZE];
    add_up(value, out);
}

offload_kernel void without(unsigned one, const int x[MOST], int out[BLOCKS]) {
    unsigned i = (unsigned)offload_global_id(0);
    add_up(i != one ? x[i] : 0, out);
}

offload_kernel void wraps(unsigned start, unsigned n, const int x[MOST], int out[BLOCKS]) {
    unsigned i = start + (unsigned)offload_global_id(0);
    add_up(i < n ? x[i % MOST] : 0, out);
}

offload_kernel void backwards(unsigned n, const int x[MOST], int out[BLOCKS]) {
    unsigned i = n - 1 - (unsigned)offload_global_id(0);
    add_up(i < n ? x[i] : 0, out);
}

static int x[MOST], out[BLOCKS];

#define RUN(kernel, ...) offload(kernel, .blocks = {BLOCKS}, .block_size = {SIZE})(__VA_ARGS__, x, out)

// Compares with what `value` adds up to for the threads of each block; `i` is a thread's number in the grid.
#define COMPARE(value)                                                                             \
    for (unsigned b = 0; b < BLOCKS; b++) {                                                        \
        int sum = 0;                                                                               \
        for (unsigned i = b * SIZE; i < (b + 1) * SIZE; i++)                                       \
            sum += (value);                                                                        \
        CHECK(out[b] == sum, "block %u: %d, not %d", b, out[b], sum);                              \
    }

static int at_two_places(unsigned n, unsigned thread) {
    unsigned i = thread / SIZE * 2 * SIZE + thread % SIZE;
    return (i < n ? x[i] : 0) + (i + SIZE < n ? x[i + SIZE] : 0);
}

static int at(unsigned i, unsigned n) {
    return i < n ? x[i % MOST] : 0;
}

int main(void) {
    static const unsigned edges[] = {0, 1, 31, 32, 33, 63, 64, 100, 255, 256, 257, 288, 300, 511, 512, 513, 700, 767, 768, 769,
                                     1000, 1024, 1300, 1535, MOST};
    static const unsigned starts[] = {0, 5, -1u, -32u, -33u, -256u, -288u, -300u, -512u, -700u, -768u, 0x7fffff00, 0x7ffffff0};
    enum { EDGES = sizeof edges / sizeof *edges, STARTS = sizeof starts / sizeof *starts };
    for (int i = 0; i < MOST; i++)
        x[i] = i * 7 % 100 + 1;
    for (int e = 0; e < EDGES; e++) {
        unsigned n = edges[e];
        RUN(two_places, n);
        COMPARE(at_two_places(n, i))
        RUN(without, n);
        COMPARE(i != n ? x[i] : 0)
        RUN(backwards, n);
        COMPARE(at(n - 1 - i, n))
        RUN(from_to, (int)n - 300, 300);
        COMPARE((int)i - SIZE >= (int)n - 300 && (int)i - SIZE < 300 ? x[i] : 0)
        RUN(from_to, -300, (int)n - 300);
        COMPARE((int)i - SIZE < (int)n - 300 ? x[i] : 0)
    }
    for (int s = 0; s < STARTS; s++)
        for (int e = 0; e < EDGES; e++) {
            unsigned start = starts[s], n = e % 2 ? -edges[e] : edges[e];
            RUN(wraps, start, n);
            COMPARE(at(start + i, n))
        }
    return finish();
}
