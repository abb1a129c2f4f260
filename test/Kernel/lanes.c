// Lanes, whatever their number: ids, shuffles of every kind and type, ballots, any and all.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 128, BLOCKS = 3, N = SIZE * BLOCKS };

// Neighbouring threads are neighbouring lanes.
offload_kernel void ids(int n, unsigned lane[n], unsigned count[n]) {
    size_t i = offload_global_id(0);
    lane[i] = offload_lane_id();
    count[i] = offload_lane_count();
}

#define SHUFFLES(T)                                                                                \
    offload_kernel void shuffles_##T(int n, int good[n]) {                                         \
        size_t i = offload_global_id(0);                                                           \
        unsigned lane = offload_lane_id(), lanes = offload_lane_count();                           \
        T base = (T)(i - lane) * 3, mine = base + (T)lane * 3;                                     \
        int right = offload_lane_shuffle(mine, 0u) == base;                                        \
        right += offload_lane_shuffle(mine, lanes - 1) == base + (T)(lanes - 1) * 3;               \
        right += offload_lane_shuffle(mine, lanes) == mine;                                        \
        right += offload_lane_shuffle(mine, (lane + 1) % lanes) ==                                 \
                 base + (T)((lane + 1) % lanes) * 3;                                               \
        for (unsigned by = 0; by <= lanes; by = by ? 2 * by : 1) {                                 \
            T up = offload_lane_shuffle_up(mine, by), down = offload_lane_shuffle_down(mine, by);  \
            T other = offload_lane_shuffle_xor(mine, by);                                          \
            right += up == (by <= lane ? base + (T)(lane - by) * 3 : mine);                        \
            right += down == (lane + by < lanes ? base + (T)(lane + by) * 3 : mine);               \
            right += other == ((lane ^ by) < lanes ? base + (T)(lane ^ by) * 3 : mine);            \
            right -= 3;                                                                            \
        }                                                                                          \
        good[i] = right;                                                                           \
    }
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long long llong;
SHUFFLES(int)
SHUFFLES(uint)
SHUFFLES(long)
SHUFFLES(ulong)
SHUFFLES(llong)
SHUFFLES(float)
SHUFFLES(double)
SHUFFLES(short)

offload_kernel void votes(int n, int good[n]) {
    size_t i = offload_global_id(0);
    unsigned lane = offload_lane_id(), lanes = offload_lane_count();
    unsigned long full = lanes == 64 ? ~0ul : (1ul << lanes) - 1;
    unsigned long odd = offload_lane_ballot(lane & 1);
    int right = odd == (0xaaaaaaaaaaaaaaaaul & full);
    right += offload_lane_ballot(1) == full;
    right += offload_lane_ballot(0) == 0;
    right += offload_lane_ballot(2 << 20) == full; // not only the lowest bit
    right += offload_lane_any(lane == lanes - 1);
    right += !offload_lane_any(lane == lanes);
    right += offload_lane_all(lane < lanes);
    right += offload_lane_all(lane == 0) == (lanes == 1);
    // Lanes that do not take part have 0 and do not count.
    if (lane % 2 == 0) {
        right += offload_lane_ballot(1) == (0x5555555555555555ul & full);
        right += offload_lane_all(lane % 2 == 0);
        right += !offload_lane_any(lane % 2 == 1);
    } else
        right += 3;
    good[i] = right;
}

// The sum over a group by halves, and a prefix sum.
offload_kernel void sums(int n, const int from[n], int total[n], int prefix[n]) {
    size_t i = offload_global_id(0);
    int sum = from[i], before = from[i];
    for (unsigned by = offload_lane_count() / 2; by > 0; by /= 2)
        sum += offload_lane_shuffle_xor(sum, by);
    for (unsigned by = 1; by < offload_lane_count(); by *= 2) {
        int below = offload_lane_shuffle_up(before, by);
        before += offload_lane_id() >= by ? below : 0;
    }
    total[i] = sum;
    prefix[i] = before;
}

static unsigned lane[N], count[N];
static int good[N], from[N], total[N], prefix[N];

static void expect(const char *what, int right) {
    for (int i = 0; i < N; i++)
        CHECK(good[i] == right, "%s, thread %d: %d", what, i, good[i]);
}

#define RUN(kernel, right)                                                                         \
    offload(kernel, .blocks = {BLOCKS}, .block_size = {SIZE})(N, good);                            \
    expect(#kernel, right)

int main(void) {
    offload(ids, .blocks = {BLOCKS}, .block_size = {SIZE})(N, lane, count);
    unsigned lanes = count[0];
    CHECK(lanes == 1 || lanes == 32 || lanes == 64, "%u", lanes);
    for (unsigned i = 0; i < N; i++) {
        EQUAL(count[i], lanes);
        EQUAL(lane[i], i % lanes);
    }
    RUN(shuffles_int, 4);
    RUN(shuffles_uint, 4);
    RUN(shuffles_long, 4);
    RUN(shuffles_ulong, 4);
    RUN(shuffles_llong, 4);
    RUN(shuffles_float, 4);
    RUN(shuffles_double, 4);
    RUN(shuffles_short, 4);
    RUN(votes, 11);
    for (int i = 0; i < N; i++)
        from[i] = i * 13 % 29;
    offload(sums, .blocks = {BLOCKS}, .block_size = {SIZE})(N, from, total, prefix);
    for (unsigned i = 0; i < N; i++) {
        int sum = 0, before = 0;
        for (unsigned k = i - i % lanes; k < i - i % lanes + lanes; k++) {
            sum += from[k];
            before += k <= i ? from[k] : 0;
        }
        EQUAL(total[i], sum);
        EQUAL(prefix[i], before);
    }
    return finish();
}
