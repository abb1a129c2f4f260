// Lanes store one after the other: each where those before it in a mask leave off. On a CPU, the values are moved
// together in vectors. Other lanes may store than those in the mask, and each half of a group may have its own place.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=native
// RUN: %run_kernel -O2 -foffload-lanes=64
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 3000, BLOCK = 256 };

#define BEFORE(mask) __builtin_popcountl((mask) & ((1ul << offload_lane_id()) - 1))

// The order of what is kept is not said: sums are compared.
#define KEEP(x) ((x) % 5 < 2)

// Makes room for what lanes vote for. One lane, the first of all or the first that has a vote, adds.
static int make_room(unsigned long mask, int counter[1]) {
    int first = 0;
    if (offload_lane_id() == 0 && mask)
        first = offload_atomic_add(counter, __builtin_popcountl(mask));
    return offload_lane_shuffle(first, 0);
}

#define PACK(name, type, index)                                                                    \
    offload_kernel void name(int n, const type x[n], type y[n], int counter[1]) {                  \
        int i = (int)offload_global_id(0);                                                         \
        int keep = i < n && KEEP((int)x[i]);                                                       \
        unsigned long mask = offload_lane_ballot(keep);                                            \
        index first = (index)make_room(mask, counter);                                             \
        if (keep)                                                                                  \
            y[first + (index)BEFORE(mask)] = x[i];                                                 \
    }
PACK(bytes, unsigned char, int)
PACK(shorts, short, unsigned)
PACK(ints, int, int)
PACK(longs, long, size_t)
PACK(halves, _Float16, long)
PACK(floats, float, int)
PACK(doubles, double, int)

// Lanes return that keep nothing, and those that are left have a leader.
offload_kernel void returned(int n, const int x[n], int y[n], int place[n], int counter[1]) {
    int i = (int)offload_global_id(0);
    if (i >= n || !KEEP(x[i]))
        return;
    unsigned long active = offload_lanes_active();
    unsigned leader = (unsigned)__builtin_ctzl(active);
    int first = 0;
    if (offload_lane_id() == leader)
        first = offload_atomic_add(counter, __builtin_popcountl(active));
    first = offload_lane_shuffle(first, leader, offload_lane_count(), active);
    y[first + BEFORE(active)] = x[i];
    place[first + BEFORE(active)] = i;
}

// Room is made for all lanes, and some do not store.
offload_kernel void with_gaps(int n, const int x[n], int y[n], int counter[1]) {
    int i = (int)offload_global_id(0);
    unsigned long mask = offload_lane_ballot(i < n);
    int first = make_room(mask, counter);
    if (i < n && KEEP(x[i]))
        y[first + BEFORE(mask)] = x[i];
}

// Each half of a group makes room of its own.
offload_kernel void by_halves(int n, const int x[n], int y[n], int counter[1]) {
    int i = (int)offload_global_id(0);
    unsigned half = offload_lane_count() / 2, begin = offload_lane_id() / half * half;
    int keep = i < n && KEEP(x[i]);
    unsigned long mask = offload_lane_ballot(keep) & ((1ul << half) - 1) << begin;
    int first = 0;
    if (offload_lane_id() == begin)
        first = offload_atomic_add(counter, __builtin_popcountl(mask));
    first = offload_lane_shuffle(first, begin);
    if (keep)
        y[first + BEFORE(mask)] = x[i];
}

// The lanes of a mask leave a loop in different turns, and those that are left store once more.
offload_kernel void in_turns(int n, const int x[n], int y[4][n]) {
    int i = (int)offload_global_id(0);
    unsigned long mask = offload_lanes_active();
    int first = i - (int)offload_lane_id();
    for (int turn = 0; i < n && turn <= x[i] % 4; turn++)
        y[turn][first + BEFORE(mask)] = x[i];
}

// The block's groups find their places first, for two arrays.
offload_kernel void by_blocks(int n, const int x[n], int y[n], int place[n], int counter[1]) {
    offload_shared int start[BLOCK + 1];
    int i = (int)offload_global_id(0), t = (int)offload_thread_id(0);
    int lanes = (int)offload_lane_count();
    int keep = i < n && KEEP(x[i]);
    unsigned long mask = offload_lane_ballot(keep);
    if (offload_lane_id() == 0)
        start[t / lanes] = __builtin_popcountl(mask);
    offload_barrier();
    if (t == 0) {
        int sum = 0;
        for (int g = 0; g < BLOCK / lanes; g++) {
            int count = start[g];
            start[g] = sum;
            sum += count;
        }
        start[BLOCK] = sum ? offload_atomic_add(counter, sum) : 0;
    }
    offload_barrier();
    if (keep) {
        int at = start[BLOCK] + start[t / lanes] + BEFORE(mask);
        y[at] = x[i];
        place[at] = i;
    }
}

#define CHECK_SUM(y, count)                                                                        \
    do {                                                                                           \
        long sum_ = 0;                                                                             \
        for (int e_ = 0; e_ < (count); e_++)                                                       \
            sum_ += (long)(y)[e_];                                                                 \
        EQUAL(sum_, sum);                                                                          \
    } while (0)

#define TRY(name, type)                                                                            \
    do {                                                                                           \
        static type x_[SIZE], y_[SIZE];                                                            \
        int counter_ = 0;                                                                          \
        for (int e_ = 0; e_ < SIZE; e_++)                                                          \
            x_[e_] = (type)x[e_];                                                                  \
        offload(name, .threads = {SIZE}, .block_size = {BLOCK})(SIZE, x_, y_, &counter_);          \
        EQUAL(counter_, kept);                                                                     \
        CHECK_SUM(y_, kept);                                                                       \
    } while (0)

int main(void) {
    static int x[SIZE], y[SIZE], place[SIZE], turns[4][SIZE];
    int kept = 0, counter = 0;
    long sum = 0;
    for (int i = 0; i < SIZE; i++) {
        x[i] = (i * 7 + i / 13) % 100;
        kept += KEEP(x[i]);
        sum += KEEP(x[i]) ? x[i] : 0;
    }
    TRY(bytes, unsigned char);
    TRY(shorts, short);
    TRY(ints, int);
    TRY(longs, long);
    TRY(halves, _Float16);
    TRY(floats, float);
    TRY(doubles, double);
    TRY(by_halves, int);

    offload(returned, .threads = {SIZE}, .block_size = {BLOCK})(SIZE, x, y, place, &counter);
    EQUAL(counter, kept);
    CHECK_SUM(y, kept);
    for (int i = 0; i < kept; i++)
        EQUAL(y[i], x[place[i]]);

    counter = 0;
    offload(by_blocks, .threads = {SIZE}, .block_size = {BLOCK})(SIZE, x, y, place, &counter);
    EQUAL(counter, kept);
    CHECK_SUM(y, kept);
    for (int i = 0; i < kept; i++)
        EQUAL(y[i], x[place[i]]);

    for (int i = 0; i < SIZE; i++)
        y[i] = -1;
    counter = 0;
    offload(with_gaps, .threads = {SIZE}, .block_size = {BLOCK})(SIZE, x, y, &counter);
    EQUAL(counter, SIZE);
    for (int i = 0; i < SIZE; i++)
        y[i] = y[i] < 0 ? 0 : y[i];
    CHECK_SUM(y, SIZE);

    offload(in_turns, .threads = {SIZE}, .block_size = {BLOCK})(SIZE, x, turns);
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < SIZE; i++)
            EQUAL(turns[t][i], t <= x[i] % 4 ? x[i] : 0);
    return finish();
}
