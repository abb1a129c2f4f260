// The leader of a group makes room for what its lanes store, by an atomic addition whose result all of
// them get. Each element that is wanted is stored once, and the room has no gaps: with counters of
// 32 and 64 bits that do not begin with 0, blocks of any size, room for pairs, and kernels that do
// something before they ask for room, ask twice, ask in a loop, or compare what they get.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { MOST = 9000, ROOM = 3 * MOST };

static inline unsigned before(unsigned long active, unsigned lane) {
    return (unsigned)__builtin_popcountl(active & ((1ul << lane) - 1));
}

offload_kernel void plain(size_t n, const unsigned x[n], unsigned out[ROOM], int counter[1]) {
    size_t i = offload_global_id(0);
    if (i >= n || x[i] % 3 != 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int start = 0;
    if (lane == leader)
        start = offload_atomic_add(counter, __builtin_popcountl(active));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    out[start + __builtin_popcountl(active & ((1ul << lane) - 1))] = x[i];
}

// Two elements for each lane, and a counter of 64 bits.
offload_kernel void pairs(size_t n, const unsigned x[n], unsigned out[ROOM], long counter[1]) {
    size_t i = offload_global_id(0);
    unsigned lane = (unsigned)offload_lane_id();
    int wants = i < n && x[i] % 5 < 2;
    unsigned long lanes = offload_lane_ballot(wants);
    long start = 0;
    if (lane == 0)
        start = offload_atomic_add(counter, 2l * __builtin_popcountl(lanes));
    start = offload_lane_shuffle(start, 0, offload_lane_count());
    if (wants) {
        out[start + 2 * before(lanes, lane)] = x[i];
        out[start + 2 * before(lanes, lane) + 1] = x[i] + 1;
    }
}

// The counter is an element that a constant, the host or each block chooses.
#define CHOOSES(name, which)                                                                       \
    offload_kernel void name(size_t n, const unsigned x[n], unsigned out[ROOM], long counters[4],  \
                             int chosen) {                                                         \
        size_t i = offload_global_id(0);                                                           \
        unsigned lane = (unsigned)offload_lane_id();                                               \
        int wants = i < n && x[i] % 3 == 0;                                                        \
        unsigned long lanes = offload_lane_ballot(wants);                                          \
        long start = 0;                                                                            \
        if (lane == 0)                                                                             \
            start = offload_atomic_add(&counters[which], (long)__builtin_popcountl(lanes));        \
        start = offload_lane_shuffle(start, 0, offload_lane_count());                              \
        if (wants)                                                                                 \
            out[start + before(lanes, lane)] = x[i];                                               \
    }
CHOOSES(third, chosen * 0 + 2)
CHOOSES(by_host, chosen)
CHOOSES(by_block, chosen + offload_block_id(0) % 2)

// Elements change before a group asks.
offload_kernel void changes(size_t n, unsigned x[n], unsigned out[ROOM], unsigned counter[1]) {
    size_t i = offload_global_id(0);
    unsigned lane = (unsigned)offload_lane_id(), start = 0;
    if (i < n)
        x[i] = x[i] * 7 + 1;
    int wants = i < n && x[i] % 2;
    unsigned long lanes = offload_lane_ballot(wants);
    if (lane == 0)
        start = offload_atomic_add(counter, (unsigned)__builtin_popcountl(lanes));
    start = offload_lane_shuffle(start, 0, offload_lane_count());
    if (wants)
        out[start + before(lanes, lane)] = x[i];
}

// Room for two sorts of elements, from both ends.
offload_kernel void sorts(size_t n, const unsigned x[n], unsigned out[ROOM], unsigned counters[2]) {
    size_t i = offload_global_id(0);
    unsigned lane = (unsigned)offload_lane_id();
    for (unsigned sort = 0; sort < 2; sort++) {
        int wants = i < n && x[i] % 2 == sort;
        unsigned long lanes = offload_lane_ballot(wants);
        unsigned start = 0;
        if (lane == 0)
            start = offload_atomic_add(&counters[sort], (unsigned)__builtin_popcountl(lanes));
        start = offload_lane_shuffle(start, 0, offload_lane_count());
        unsigned at = start + before(lanes, lane);
        if (wants)
            out[sort ? ROOM - 1 - at : at] = x[i];
    }
}

// The leader also stores where its group begins.
offload_kernel void begins(size_t n, const unsigned x[n], unsigned out[ROOM], int counter[1],
                           unsigned begun[ROOM]) {
    size_t i = offload_global_id(0);
    if (i >= n || x[i] % 3 != 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active);
    int start = 0;
    if (lane == leader) {
        start = offload_atomic_add(counter, __builtin_popcountl(active));
        begun[start]++;
    }
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    out[start + __builtin_popcountl(active & ((1ul << lane) - 1))] = x[i];
}

// The place is unsigned, so the sum may wrap, and is compared with what room there is.
offload_kernel void limited(size_t n, const unsigned x[n], unsigned room, unsigned out[room],
                            unsigned counter[1]) {
    size_t i = offload_global_id(0);
    if (i >= n || x[i] % 3 != 0)
        return;
    unsigned long active = offload_lanes_active();
    unsigned lane = (unsigned)offload_lane_id(), leader = (unsigned)__builtin_ctzl(active), at = 0;
    if (lane == leader)
        at = offload_atomic_add(counter, (unsigned)__builtin_popcountl(active));
    at = offload_lane_shuffle(at, leader, offload_lane_count(), active) + before(active, lane);
    if (at < room)
        out[at] = x[i];
}

// Each lane makes room for itself, and for more the more lanes have before.
offload_kernel void alone(size_t n, const unsigned x[n], unsigned out[ROOM], unsigned counter[1]) {
    size_t i = offload_global_id(0);
    unsigned lane = (unsigned)offload_lane_id();
    unsigned wants = i < n ? x[i] % 3 : 0;
    unsigned long lanes = offload_lane_ballot(wants == 1);
    if (wants == 1) {
        unsigned at = offload_atomic_add(counter, 1 + before(lanes, lane) % 2);
        out[at] = x[i];
        if (before(lanes, lane) % 2)
            out[at + 1] = x[i];
    }
}

// Groups that find the room full make none.
offload_kernel void until_full(size_t n, const unsigned x[n], unsigned room, unsigned out[ROOM],
                               unsigned counter[1]) {
    size_t i = offload_global_id(0);
    unsigned lane = (unsigned)offload_lane_id(), at = 0;
    int wants = i < n && x[i] % 3 == 0 && counter[0] < room;
    unsigned long lanes = offload_lane_ballot(wants);
    if (lane == 0)
        at = offload_atomic_add(counter, (unsigned)__builtin_popcountl(lanes));
    at = offload_lane_shuffle(at, 0, offload_lane_count()) + before(lanes, lane);
    if (wants)
        out[at] = x[i];
}

// Lanes go on asking until they get an even number: the result decides how much is asked for.
offload_kernel void again(size_t n, const unsigned x[n], unsigned out[ROOM], unsigned counter[1]) {
    size_t i = offload_global_id(0);
    unsigned at = 1;
    if (i < n && offload_lane_any(x[i] % 3 == 0)) {
        while (at % 2)
            at = offload_atomic_add(counter, 1u);
        out[at] = x[i];
    }
}

static unsigned x[MOST], out[ROOM], begun[ROOM], expected[MOST], found[MOST];

// The numbers are different, and less than `MOST` once `scale` has made them small.
static void compare(const unsigned *from, size_t count, size_t wanted) {
    EQUAL(count, wanted);
    memset(found, 0, sizeof found);
    for (size_t i = 0; i < count; i++)
        if (from[i] < MOST)
            found[from[i]]++;
    for (size_t i = 0; i < MOST; i++)
        EQUAL(found[i], expected[i]);
}

static void fill(size_t n) {
    for (size_t i = 0; i < n; i++)
        x[i] = (unsigned)(i * 4001 % MOST);
    memset(expected, 0, sizeof expected);
}

static void try_sizes(size_t n, unsigned size) {
    unsigned blocks = (unsigned)((n + size - 1) / size);
    int first = 11, counter = first;
    long wide = 5;
    size_t wanted = 0;
    fill(n);
    for (size_t i = 0; i < n; i++)
        wanted += expected[x[i]] = x[i] % 3 == 0;
    offload(plain, .blocks = {blocks}, .block_size = {size})(n, x, out, &counter);
    compare(&out[first], (size_t)(counter - first), wanted);

    fill(n);
    for (size_t i = wanted = 0; i < n; i++)
        if (x[i] % 5 < 2 && x[i] + 1 < MOST) {
            expected[x[i]]++;
            expected[x[i] + 1]++;
        }
    for (size_t i = 0; i < n; i++)
        wanted += 2 * (x[i] % 5 < 2);
    offload(pairs, .blocks = {blocks}, .block_size = {size})(n, x, out, &wide);
    compare(&out[5], (size_t)wide - 5, wanted);
}

// Each group has a number of elements that is at most that of its lanes.
static void try_begins(size_t n) {
    int counter = 0;
    size_t wanted = 0, groups = 0;
    fill(n);
    memset(begun, 0, sizeof begun);
    for (size_t i = 0; i < n; i++)
        wanted += expected[x[i]] = x[i] % 3 == 0;
    offload(begins, .threads = {n}, .block_size = {128})(n, x, out, &counter, begun);
    compare(out, (size_t)counter, wanted);
    for (size_t i = 0; i < ROOM; i++) {
        EQUAL(begun[i] > 1, 0);
        groups += begun[i];
    }
    EQUAL(groups <= (n + 31) / 32, 1);
}

static void try_unsigned(size_t n) {
    unsigned counter = 3, room;
    size_t wanted = 0, twice = 0;
    fill(n);
    for (size_t i = 0; i < n; i++)
        wanted += expected[x[i]] = x[i] % 3 == 0;
    room = (unsigned)wanted + 3;
    offload(limited, .threads = {n}, .block_size = {128})(n, x, room, out, &counter);
    compare(&out[3], counter - 3, wanted);
    room = (unsigned)wanted / 2;
    out[room] = MOST;
    counter = 0;
    offload(limited, .threads = {n}, .block_size = {128})(n, x, room, out, &counter);
    EQUAL(counter, wanted);
    EQUAL(out[room], MOST);
    memset(found, 0, sizeof found);
    for (size_t i = 0; i < room; i++)
        EQUAL(expected[out[i]] && !found[out[i]]++, 1);
    counter = -7u; // the sums wrap
    offload(limited, .threads = {n}, .block_size = {128})(n, x, (unsigned)wanted, out, &counter);
    EQUAL(counter, (unsigned)wanted - 7);

    counter = 0;
    memset(out, 0xff, sizeof out);
    offload(alone, .threads = {n}, .block_size = {128})(n, x, out, &counter);
    memset(found, 0, sizeof found);
    for (size_t i = 0; i < counter; i++)
        found[out[i]]++;
    for (size_t i = 0; i < n; i++) {
        EQUAL(x[i] % 3 == 1 ? found[x[i]] == 1 || found[x[i]] == 2 : !found[x[i]], 1);
        twice += found[x[i]] == 2;
    }
    EQUAL(twice > 0, 1);
}

static void try_decided(size_t n) {
    unsigned counter = 0, room = 100;
    fill(n);
    memset(out, 0xff, sizeof out);
    offload(until_full, .threads = {n}, .block_size = {128})(n, x, room, out, &counter);
    EQUAL(counter >= room, 1);
    for (size_t i = 0; i < counter; i++)
        EQUAL(out[i] < MOST && out[i] % 3 == 0, 1);

    counter = 0;
    memset(out, 0xff, sizeof out);
    offload(again, .threads = {n}, .block_size = {128})(n, x, out, &counter);
    size_t stored = 0;
    for (size_t i = 0; i < ROOM; i++)
        stored += out[i] < MOST;
    EQUAL(stored, n);
}

static void try_elements(size_t n) {
    long counters[4] = {1, 2, 3, 4};
    size_t wanted = 0;
    fill(n);
    for (size_t i = 0; i < n; i++)
        wanted += expected[x[i]] = x[i] % 3 == 0;
    offload(third, .threads = {n}, .block_size = {128})(n, x, out, counters, 3);
    compare(&out[3], (size_t)counters[2] - 3, wanted);
    offload(by_host, .threads = {n}, .block_size = {128})(n, x, out, counters, 3);
    compare(&out[4], (size_t)counters[3] - 4, wanted);
    EQUAL(counters[0] == 1 && counters[1] == 2, 1);
    offload(by_block, .threads = {n}, .block_size = {128})(n, x, out, counters, 0);
    EQUAL(counters[0] + counters[1], (long)wanted + 3);
    EQUAL((counters[1] == 2), (n <= 128));
}

static void try_others(size_t n) {
    unsigned counter = 0, counters[2] = {0};
    size_t odd = 0;
    fill(n);
    for (size_t i = 0; i < n; i++)
        odd += (x[i] * 7 + 1) % 2;
    offload(changes, .threads = {n}, .block_size = {128})(n, x, out, &counter);
    EQUAL(counter, odd);
    unsigned long sum = 0, sum_of_out = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] % 2 ? x[i] : 0;
    for (size_t i = 0; i < counter; i++)
        sum_of_out += out[i];
    EQUAL(sum_of_out, sum);

    fill(n);
    for (size_t i = odd = 0; i < n; i++) {
        expected[x[i]] = x[i] % 2 == 0;
        odd += x[i] % 2;
    }
    offload(sorts, .threads = {n}, .block_size = {128})(n, x, out, counters);
    compare(out, counters[0], n - odd);
    for (size_t i = 0; i < n; i++)
        expected[x[i]] = x[i] % 2;
    compare(&out[ROOM - counters[1]], counters[1], odd);
}

int main(void) {
    static const unsigned sizes[] = {32, 64, 96, 256, 1024, 100};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        try_sizes(MOST - 7 * i, sizes[i]);
    try_sizes(1, 64);
    try_others(MOST);
    try_others(130);
    try_begins(MOST);
    try_begins(70);
    try_unsigned(MOST);
    try_unsigned(75);
    try_decided(MOST);
    try_elements(MOST);
    try_elements(50);
    return finish();
}
