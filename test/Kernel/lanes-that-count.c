// Lanes find those with the same key, and one of them counts for all, as histograms and sorts in CUDA do. On a CPU each
// lane counts itself, if the counter is in shared memory. Each result is what the host computes.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O3 -march=native
// RUN: %run_kernel -O2 -foffload-lanes=64
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCKS = 3, BLOCK = 128, TURNS = 5, THREADS = BLOCKS * BLOCK, N = THREADS * TURNS - 50 };
enum { BINS = 40 };

#define BEFORE ((1ul << offload_lane_id()) - 1)
#define COUNT(mask) ((unsigned)__builtin_popcountl(mask))
#define FIRST(mask) ((unsigned)__builtin_ctzl(mask))
#define LAST(mask) (63 - (unsigned)__builtin_clzl(mask))

static unsigned key_of(unsigned x) {
    return x % BINS;
}

// A block counts in shared memory, and adds that up.
#define HISTOGRAM(name, type, begin, merge, ...)                                                   \
    offload_kernel void name(int n, const unsigned x[n], type total[BINS]) {                       \
        offload_shared type count[BINS];                                                           \
        unsigned t = offload_thread_id(0), lane = offload_lane_id();                               \
        if (t < BINS)                                                                              \
            count[t] = begin;                                                                      \
        offload_barrier();                                                                         \
        for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {         \
            unsigned key = x[i] % BINS;                                                            \
            (void)lane;                                                                            \
            __VA_ARGS__                                                                            \
        }                                                                                          \
        offload_barrier();                                                                         \
        if (t < BINS)                                                                              \
            offload_atomic_##merge(&total[t], count[t]);                                           \
    }
HISTOGRAM(by_first, unsigned, 0, add, {
    unsigned long peers = offload_lane_match_any(key);
    if (lane == FIRST(peers))
        offload_atomic_add(&count[key], COUNT(peers));
})
HISTOGRAM(by_last, unsigned long, 0, add, {
    unsigned long peers = offload_lane_match_any(key, offload_lanes_active());
    if (lane == LAST(peers))
        offload_atomic_add(&count[key], COUNT(peers) * 2ul);
})
HISTOGRAM(by_rank, int, 0, add, {
    unsigned long peers = offload_lane_match_any(key);
    if (COUNT(peers & BEFORE) == 0)
        offload_atomic_sub(&count[key], (int)COUNT(peers));
})
HISTOGRAM(of_few, unsigned, 0, add, {
    unsigned long few = offload_lane_ballot(x[i] & 4), peers = offload_lane_match_any(key) & few;
    if (peers && lane == FIRST(peers))
        offload_atomic_add(&count[key], COUNT(peers));
})
HISTOGRAM(of_small, unsigned, 0, add, {
    unsigned long peers = offload_lane_match_any(key);
    if (key < 7 && lane == FIRST(peers))
        offload_atomic_add(&count[key], COUNT(peers));
})
HISTOGRAM(in_branches, unsigned, 0, add, {
    if (x[i] & 4) {
        unsigned long peers = offload_lane_match_any(key);
        if (lane == FIRST(peers))
            offload_atomic_add(&count[key], COUNT(peers));
    }
})
HISTOGRAM(bits, unsigned, 0, or, {
    unsigned long peers = offload_lane_match_any(key);
    if (lane == FIRST(peers))
        offload_atomic_or(&count[key], 1u << key % 32);
})
// What a leader does for its own number cannot be done by others.
HISTOGRAM(leaders, unsigned, 0, or, {
    unsigned long peers = offload_lane_match_any(key);
    if (lane == FIRST(peers))
        offload_atomic_or(&count[key], 1u << i % 32);
})
// Nor is the number of others a lane's share.
HISTOGRAM(others, unsigned, 0, add, {
    unsigned long peers = offload_lane_match_any(key), others = offload_lane_match_any(key / 2);
    if (lane == FIRST(peers))
        offload_atomic_add(&count[key], COUNT(others));
})

#define EACH_KEY(expected) for (unsigned b = 0; b < BINS; b++) EQUAL((long)total[b], (long)(expected))
#define RUN(name, type, ...)                                                                       \
    do {                                                                                           \
        static type total[BINS];                                                                   \
        offload(name, .blocks = {BLOCKS}, .block_size = {BLOCK})(N, x, total);                     \
        __VA_ARGS__                                                                                \
    } while (0)

// Each group has counters of its own. A lane's place is how often its key came before, by turns and then by lanes.
#define PLACES(name, type, ...)                                                                    \
    offload_kernel void name(int n, const unsigned x[n], int place[n], unsigned lanes[1]) {        \
        offload_shared type next[BLOCK][BINS];                                                     \
        unsigned t = offload_thread_id(0), lane = offload_lane_id(), count = offload_lane_count(); \
        type *mine = next[t / count];                                                              \
        lanes[0] = count;                                                                          \
        for (unsigned b = lane; b < BINS; b += count)                                              \
            mine[b] = 0;                                                                           \
        offload_lanes_sync();                                                                      \
        for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {         \
            unsigned key = x[i] % BINS;                                                            \
            unsigned long peers = offload_lane_match_any(key);                                     \
            unsigned leader = FIRST(peers), rank = COUNT(peers & BEFORE);                          \
            type start = 0;                                                                        \
            (void)leader;                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
PLACES(by_shuffle, unsigned, {
    if (lane == leader)
        start = offload_atomic_add(&mine[key], COUNT(peers));
    start = offload_lane_shuffle(start, leader);
    place[i] = (int)(start + rank);
})
PLACES(by_shuffle_in, unsigned long, {
    if (rank == 0)
        start = offload_atomic_add(&mine[key], COUNT(peers));
    start = offload_lane_shuffle(start, leader, count, offload_lanes_active());
    place[i] = (int)(start + rank);
})
PLACES(by_load, int, {
    start = mine[key];
    offload_lanes_sync();
    place[i] = start + (int)rank;
    if (rank == 0)
        mine[key] = start + (int)COUNT(peers);
    offload_lanes_sync();
})
// The leader alone knows, and tells where the others are.
PLACES(by_last_leader, unsigned, {
    if (lane == LAST(peers))
        start = offload_atomic_add(&mine[key], COUNT(peers));
    start = offload_lane_shuffle(start, LAST(peers));
    place[i] = (int)(start + rank);
})
// What the leader has stored, it also uses.
PLACES(by_new_sum, unsigned, {
    unsigned from_here = COUNT(peers & ~BEFORE);
    if (lane == leader) {
        start = mine[key] + COUNT(peers);
        mine[key] = start;
        place[i] = (int)(start - rank - from_here);
    }
    offload_lanes_sync();
    if (lane != leader)
        place[i] = (int)(mine[key] - COUNT(peers) + rank);
    offload_lanes_sync();
})
// It sees what it added, and after a wait all do.
PLACES(by_sum, unsigned, {
    if (lane == leader) {
        offload_atomic_add(&mine[key], COUNT(peers));
        start = mine[key] - COUNT(peers);
    }
    start = offload_lane_shuffle(start, leader);
    offload_lanes_sync();
    place[i] = (int)(start + mine[key] - start - COUNT(peers) + rank);
    offload_lanes_sync();
})

offload_kernel void ask(unsigned lanes[1]) {
    lanes[0] = offload_lane_count();
}

// What leaders do for themselves.
static void count_leaders(const unsigned *x, unsigned *leaders, unsigned *others) {
    unsigned lanes;
    offload(ask, .blocks = {1}, .block_size = {1})(&lanes);
    for (int i = 0; i < N; i++) {
        int first = i - i % (int)lanes, is_leader = 1;
        unsigned key = key_of(x[i]), count = 0;
        for (int k = first; k < first + (int)lanes && k < N; k++) {
            is_leader &= k >= i || key_of(x[k]) != key;
            count += key_of(x[k]) / 2 == key / 2;
        }
        leaders[key] |= is_leader ? 1u << i % 32 : 0;
        others[key] += is_leader ? count : 0;
    }
}

static void check_places(void (*run)(const unsigned *x, int *place, unsigned *lanes),
                         const unsigned *x) {
    static int place[N], seen[THREADS][BINS];
    unsigned lanes;
    for (int g = 0; g < THREADS; g++)
        for (int b = 0; b < BINS; b++)
            seen[g][b] = 0;
    run(x, place, &lanes);
    for (int i = 0; i < N; i++)
        EQUAL(place[i], seen[i % THREADS / (int)lanes][key_of(x[i])]++);
}
#define PLACE(name)                                                                                \
    static void run_##name(const unsigned *x, int *place, unsigned *lanes) {                       \
        offload(name, .blocks = {BLOCKS}, .block_size = {BLOCK})(N, x, place, lanes);              \
    }
PLACE(by_shuffle)
PLACE(by_shuffle_in)
PLACE(by_load)
PLACE(by_last_leader)
PLACE(by_new_sum)
PLACE(by_sum)

// In global memory each set of peers gets a piece without gaps.
offload_kernel void pieces(int n, const unsigned x[n], unsigned next[BINS], int from[n], unsigned piece[n]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    unsigned key = x[i] % BINS;
    unsigned long active = offload_lanes_active(), peers = offload_lane_match_any(key, active);
    unsigned start = 0, leader = FIRST(peers);
    if (offload_lane_id() == leader)
        start = offload_atomic_add(&next[key], COUNT(peers));
    start = offload_lane_shuffle(start, leader, offload_lane_count(), active);
    from[start + COUNT(peers & BEFORE)] = i;
    piece[i] = start;
}

static void check_pieces(const unsigned *x, const int *counts) {
    static unsigned next[BINS], piece[N];
    static int from[N];
    int first[BINS + 1] = {0};
    for (int b = 0; b < BINS; b++) {
        next[b] = (unsigned)first[b];
        first[b + 1] = first[b] + counts[b];
    }
    offload(pieces, .threads = {N}, .block_size = {BLOCK})(N, x, next, from, piece);
    for (int b = 0; b < BINS; b++) {
        EQUAL((int)next[b], first[b + 1]);
        for (int k = first[b]; k < first[b + 1]; k++) {
            EQUAL((int)key_of(x[from[k]]), b);
            if (k > first[b] && piece[from[k]] == piece[from[k - 1]])
                EQUAL(from[k] > from[k - 1], 1);
            else
                EQUAL((int)piece[from[k]], k);
        }
    }
}

// Keys of other types, and keys that are too large for a table: match_any finds them as they are.
#define KEYS(name, type, key)                                                                      \
    offload_kernel void name(int n, const unsigned x[n], unsigned long same[n], unsigned lanes[1]) { \
        int i = (int)offload_global_id(0);                                                         \
        type v = i < n ? (type)(key) : (type)0;                                                    \
        unsigned long peers = offload_lane_match_any(v);                                           \
        lanes[0] = offload_lane_count();                                                           \
        if (i < n)                                                                                 \
            same[i] = peers;                                                                       \
    }                                                                                              \
    static void check_##name(const unsigned *x) {                                                  \
        enum { LENGTH = THREADS };                                                                 \
        static unsigned long same[LENGTH];                                                         \
        static type keys[LENGTH];                                                                  \
        unsigned lanes;                                                                            \
        offload(name, .threads = {LENGTH}, .block_size = {BLOCK})(LENGTH, x, same, &lanes);        \
        for (int i = 0; i < LENGTH; i++)                                                           \
            keys[i] = (type)(key);                                                                 \
        for (int i = 0; i < LENGTH; i++) {                                                         \
            unsigned long expected = 0;                                                            \
            for (int k = 0; k < (int)lanes; k++)                                                   \
                expected |= (unsigned long)(keys[i - i % (int)lanes + k] == keys[i]) << k;         \
            EQUAL(same[i] == expected, 1);                                                         \
        }                                                                                          \
    }
KEYS(small, unsigned, x[i] % 2048)
KEYS(signed_keys, int, (int)(x[i] % 5) - 2)
KEYS(large, unsigned, x[i] % 7 * 2654435761u)
KEYS(collide, unsigned, (x[i] % 9 << 13) | (x[i] & 3))
KEYS(wide, unsigned long, x[i] % 11 * 0x123456789abcdeful)
KEYS(high, long, (long)(x[i] % 6) << 60)
KEYS(reals, double, x[i] % 6 * 0.5)
KEYS(many, unsigned, x[i] * 40503u)

int main(void) {
    static unsigned x[N];
    int counts[BINS] = {0}, few[BINS] = {0};
    unsigned of_leaders[BINS] = {0}, of_others[BINS] = {0};
    for (int i = 0; i < N; i++) {
        unsigned v = (unsigned)i * 2654435761u;
        x[i] = v % 3 ? v >> 9 : v >> 30;
        counts[key_of(x[i])]++;
        few[key_of(x[i])] += (x[i] & 4) != 0;
    }
    count_leaders(x, of_leaders, of_others);
    RUN(by_first, unsigned, EACH_KEY(counts[b]););
    RUN(by_last, unsigned long, EACH_KEY(2 * counts[b]););
    RUN(by_rank, int, EACH_KEY(-counts[b]););
    RUN(of_few, unsigned, EACH_KEY(few[b]););
    RUN(of_small, unsigned, EACH_KEY(b < 7 ? counts[b] : 0););
    RUN(in_branches, unsigned, EACH_KEY(few[b]););
    RUN(bits, unsigned, EACH_KEY(counts[b] ? 1u << b % 32 : 0););
    RUN(leaders, unsigned, EACH_KEY(of_leaders[b]););
    RUN(others, unsigned, EACH_KEY(of_others[b]););
    check_places(run_by_shuffle, x);
    check_places(run_by_shuffle_in, x);
    check_places(run_by_load, x);
    check_places(run_by_last_leader, x);
    check_places(run_by_new_sum, x);
    check_places(run_by_sum, x);
    check_pieces(x, counts);
    check_small(x);
    check_signed_keys(x);
    check_large(x);
    check_collide(x);
    check_wide(x);
    check_high(x);
    check_reals(x);
    check_many(x);
    return finish();
}
