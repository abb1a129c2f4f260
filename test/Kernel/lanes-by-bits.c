// Lanes find those with the same digit by a ballot for each of its bits, and rank themselves among them, as sorts in CUDA do.
// On a CPU these ballots are a match of all lanes, where all are there, and each lane counts itself.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O3 -march=native
// RUN: %run_kernel -O2 -foffload-lanes=16
#include <offload.h>
#include <offload_lanes.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 5, BLOCK = 128, ITEMS = 3, N = BLOCKS * BLOCK * ITEMS, DIGITS = 16, GROUPS = 16 };

#define BEFORE ((1ul << offload_lane_id()) - 1)
#define ALL (offload_lane_count() < 64 ? (1ul << offload_lane_count() % 64) - 1 : ~0ul)
#define COUNT(mask) ((unsigned)__builtin_popcountl(mask))
#define FIRST(mask) ((unsigned)__builtin_ctzl(mask))

// The lanes with the same `bits` bits of x, in some ways to write it.
#define BY_XOR(x, bits, same)                                                                      \
    for (unsigned k = 0; k < (bits); k++) {                                                        \
        unsigned long set = offload_lane_ballot((x) >> k & 1);                                     \
        same &= (x) >> k & 1 ? set : ~set;                                                         \
    }
#define BY_IF(x, bits, same)                                                                       \
    for (int k = (int)(bits)-1; k >= 0; k--) {                                                     \
        int bit = ((x) & 1u << k) != 0;                                                            \
        unsigned long set = offload_lane_ballot(bit);                                              \
        if (!bit)                                                                                  \
            set = ~set;                                                                            \
        same = same & set;                                                                         \
    }

// A thread writes its rank among the keys of its group with the same digit, over all its items.
#define RANKS(name, digit, find, leads, ...)                                                       \
    offload_kernel void name(const unsigned x[N], int shift, unsigned ranks[N], unsigned lanes[1]) { \
        offload_shared unsigned count[GROUPS][DIGITS];                                             \
        unsigned t = offload_thread_id(0), lane = offload_lane_id(), group = t / offload_lane_count(); \
        for (unsigned i = t; i < GROUPS * DIGITS; i += BLOCK)                                      \
            count[i / DIGITS][i % DIGITS] = 0;                                                     \
        offload_barrier();                                                                         \
        (void)shift, (void)lane;                                                                   \
        for (unsigned item = 0; item < ITEMS; item++) {                                            \
            unsigned i = (offload_block_id(0) * ITEMS + item) * BLOCK + t, d = digit, before = 0;  \
            unsigned long same = ALL;                                                              \
            find(d, 4, same)                                                                       \
            if (leads) {                                                                           \
                __VA_ARGS__                                                                        \
            }                                                                                      \
            before = offload_lane_shuffle(before, FIRST(same));                                    \
            ranks[i] = before + COUNT(same & BEFORE);                                              \
            offload_lanes_sync();                                                                  \
        }                                                                                          \
        if (offload_global_id(0) == 0)                                                             \
            lanes[0] = offload_lane_count();                                                       \
    }
RANKS(by_shift, x[i] >> shift & 15, BY_XOR, lane == FIRST(same), {
    before = count[group][d];
    count[group][d] = before + COUNT(same);
})
RANKS(of_constant, x[i] >> 8 & 15, BY_IF, lane == FIRST(same), {
    before = offload_atomic_add(&count[group][d], COUNT(same));
})
RANKS(of_highest, x[i] >> 28, BY_XOR, (same & BEFORE) == 0, {
    before = count[group][d];
    count[group][d] += COUNT(same);
})
RANKS(of_hash, (x[i] ^ x[i] >> 7) & 15, BY_IF, lane == FIRST(same), {
    before = count[group][d];
    count[group][d] = COUNT(same) + before;
})

// In a branch, and without a mask: the inverse of a ballot has the lanes that are elsewhere, and all bits of no lane.
offload_kernel void elsewhere(const unsigned x[N], unsigned long masks[N]) {
    unsigned i = offload_global_id(0), d = x[i] >> 4 & 7;
    unsigned long same = ~0ul;
    if (x[i] % 3) {
        BY_XOR(d, 3, same)
        masks[i] = same;
    } else {
        masks[i] = offload_lane_id();
    }
}
offload_kernel void unmasked(const unsigned x[N], unsigned long masks[N]) {
    unsigned i = offload_global_id(0), d = x[i] >> 4 & 7;
    unsigned long same = ~0ul;
    BY_IF(d, 3, same)
    masks[i] = same;
}
// After some have returned, and in a loop of some.
offload_kernel void returned(const unsigned x[N], unsigned long masks[N]) {
    unsigned i = offload_global_id(0), d = x[i] >> 4 & 7;
    if (x[i] % 5 == 0)
        return;
    unsigned long same = ALL;
    BY_XOR(d, 3, same)
    masks[i] = same;
}
offload_kernel void turns(const unsigned x[N], unsigned long masks[N]) {
    unsigned i = offload_global_id(0), d = x[i] >> 4 & 7;
    unsigned long all = 0;
    for (unsigned turn = 0; turn < 1 + x[i] % 3; turn++) {
        unsigned long same = ALL;
        BY_XOR(d, 3, same)
        all += same * (turn + 1);
    }
    masks[i] = all;
}
// The bits are not neighbours; or the mask is chosen by another bit than the ballot has.
offload_kernel void gaps(const unsigned x[N], unsigned long masks[N]) {
    unsigned i = offload_global_id(0), d = x[i];
    unsigned long same = ALL;
    for (int k = 2; k < 9; k += 3) {
        unsigned long set = offload_lane_ballot(d >> k & 1);
        same &= d >> k & 1 ? set : ~set;
    }
    masks[i] = same;
}
offload_kernel void other_bit(const unsigned x[N], unsigned long masks[N]) {
    unsigned i = offload_global_id(0), d = x[i];
    unsigned long same = ALL;
    for (int k = 0; k < 3; k++) {
        unsigned long set = offload_lane_ballot(d >> k & 1);
        same &= d >> (k + 1) & 1 ? set : ~set;
    }
    masks[i] = same;
}

static unsigned x[N], ranks[N], lanes;
static unsigned long masks[N];

enum { SHIFT, CONSTANT, HIGHEST, HASH };

static unsigned digit_of(int way, unsigned value) {
    return way == SHIFT ? value >> 12 & 15 : way == CONSTANT ? value >> 8 & 15
         : way == HIGHEST ? value >> 28 : (value ^ value >> 7) & 15;
}

static void check_ranks(int way) {
    for (unsigned block = 0; block < BLOCKS; block++)
        for (unsigned group = 0; group < BLOCK / lanes; group++) {
            unsigned count[DIGITS] = {0};
            for (unsigned item = 0; item < ITEMS; item++)
                for (unsigned lane = 0; lane < lanes; lane++) {
                    unsigned i = (block * ITEMS + item) * BLOCK + group * lanes + lane;
                    EQUAL(ranks[i], count[digit_of(way, x[i])]++);
                }
        }
}

// Whether a lane votes, by its value of x and the number of the loop's turn.
typedef int there_fn(unsigned value, unsigned turn);
// The ballot of one bit of x, in the group of thread i.
static unsigned long ballot(unsigned i, int bit, there_fn *there, unsigned turn) {
    unsigned long set = 0;
    for (unsigned lane = 0; lane < lanes; lane++)
        if (there(x[i / lanes * lanes + lane], turn))
            set |= (unsigned long)(x[i / lanes * lanes + lane] >> bit & 1) << lane;
    return set;
}
static int any(unsigned value, unsigned turn) { (void)value, (void)turn; return 1; }
static int no_third(unsigned value, unsigned turn) { (void)turn; return value % 3 != 0; }
static int no_fifth(unsigned value, unsigned turn) { (void)turn; return value % 5 != 0; }
static int in_turn(unsigned value, unsigned turn) { return turn < 1 + value % 3; }

static unsigned long same_of(unsigned i, unsigned long same, int from, int step, int ask, there_fn *there, unsigned turn) {
    for (int k = 0; k < 3; k++) {
        unsigned long set = ballot(i, from + k * step, there, turn);
        same &= x[i] >> (from + k * step + ask) & 1 ? set : ~set;
    }
    return same;
}

int main(void) {
    unsigned long seed = 7;
    for (int i = 0; i < N; i++)
        x[i] = (unsigned)((seed = seed * 6364136223846793005ul + 1442695040888963407ul) >> 32);
#define RUN_RANKS(name, way)                                                                       \
    memset(ranks, -1, sizeof ranks);                                                               \
    offload(name, .blocks = {BLOCKS}, .block_size = {BLOCK})(x, 12, ranks, &lanes);                \
    check_ranks(way);
    RUN_RANKS(by_shift, SHIFT)
    RUN_RANKS(of_constant, CONSTANT)
    RUN_RANKS(of_highest, HIGHEST)
    RUN_RANKS(of_hash, HASH)

    unsigned long all = lanes < 64 ? (1ul << lanes % 64) - 1 : ~0ul;
#define RUN_MASKS(name, size)                                                                      \
    memset(masks, 0, sizeof masks);                                                                \
    offload(name, .threads = {N}, .block_size = {size})(x, masks);                                 \
    for (unsigned i = 0; i < N; i++)
    RUN_MASKS(elsewhere, BLOCK)
        EQUAL(masks[i], x[i] % 3 ? same_of(i, ~0ul, 4, 1, 0, no_third, 0) : i % lanes);
    RUN_MASKS(unmasked, BLOCK)
        EQUAL(masks[i], same_of(i, ~0ul, 4, 1, 0, any, 0));
    RUN_MASKS(returned, BLOCK)
        EQUAL(masks[i], x[i] % 5 ? same_of(i, all, 4, 1, 0, no_fifth, 0) : 0);
    RUN_MASKS(turns, BLOCK) {
        unsigned long sum = 0;
        for (unsigned turn = 0; turn < 1 + x[i] % 3; turn++)
            sum += same_of(i, all, 4, 1, 0, in_turn, turn) * (turn + 1);
        EQUAL(masks[i], sum);
    }
    RUN_MASKS(gaps, BLOCK)
        EQUAL(masks[i], same_of(i, all, 2, 3, 0, any, 0));
    RUN_MASKS(other_bit, BLOCK)
        EQUAL(masks[i], same_of(i, all, 0, 1, 1, any, 0));
    return finish();
}
