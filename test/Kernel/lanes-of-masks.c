// Lane functions with widths and masks, as in CUDA: a width parts the group, and a mask says which lanes
// take part. A lane that is not in the mask is read as 0. Two masks share one call here, each lane
// passing the one that it is in. Each result is what the host computes for it.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 192, N = 2 * SIZE, MOST = 64 };

static unsigned value_of(int thread) {
    return (unsigned)thread * 2654435761u >> 3;
}

// Of three kinds of lanes, one is in no mask.
static unsigned long mask_of(int lane) {
    unsigned long even = 0x5555555555555555ul, high = 0xff00ff00ff00ff00ul;
    return even >> lane & 1 ? even & high : ~even & high;
}

#define WIDTHS(type, kind)                                                                         \
    offload_kernel void kind##_##type(int n, unsigned width, unsigned by, int varies, type out[n], \
                                      unsigned lanes[1]) {                                         \
        int i = (int)offload_global_id(0);                                                         \
        unsigned delta = by + (varies ? (unsigned)i % 3 : 0);                                      \
        lanes[0] = offload_lane_count();                                                           \
        out[i] = offload_lane_##kind((type)value_of(i), delta, width);                             \
    }
WIDTHS(int, shuffle)
WIDTHS(int, shuffle_up)
WIDTHS(int, shuffle_down)
WIDTHS(int, shuffle_xor)
WIDTHS(double, shuffle)
WIDTHS(double, shuffle_up)
WIDTHS(double, shuffle_down)
WIDTHS(double, shuffle_xor)

enum kind { SHUFFLE, UP, DOWN, XOR };

// The lane that is read, by CUDA's rules; the lane itself if there is none.
static int source(enum kind kind, int lane, int by, int width) {
    int first = lane / width * width, last = first + width - 1;
    int other = kind == SHUFFLE ? first + by % width
                : kind == UP    ? lane - by
                : kind == DOWN  ? lane + by
                                : lane ^ by;
    int is_lane = kind == UP ? other >= first : other <= last;
    return is_lane ? other : lane;
}

#define CHECK_WIDTHS(type, kind, number)                                                           \
    for (unsigned width = 1; width <= 32; width *= 2)                                              \
        for (unsigned by = 0; by < width + 2; by = by < 5 ? by + 1 : by * 2 - 1)                   \
            for (int varies = 0; varies < 2; varies++) {                                           \
                static type out[N];                                                                \
                unsigned lanes;                                                                    \
                offload(kind##_##type, .blocks = {2}, .block_size = {SIZE})(N, width, by, varies,  \
                                                                            out, &lanes);          \
                for (int i = 0; i < N; i++) {                                                      \
                    int lane = i % SIZE % (int)lanes, delta = (int)by + (varies ? i % 3 : 0);      \
                    int from = i - lane + source(number, lane, delta, (int)width);                 \
                    EQUAL((long)out[i], (long)(type)value_of(from));                               \
                }                                                                                  \
            }

offload_kernel void masked(int n, unsigned by, long out[n][9], unsigned lanes[1]) {
    int i = (int)offload_global_id(0), lane = (int)offload_lane_id();
    unsigned count = offload_lane_count(), v = value_of(i);
    unsigned long mask = mask_of(lane);
    lanes[0] = count;
    if (!(mask >> lane & 1))
        return;
    out[i][0] = offload_lane_shuffle(v, by, count, mask);
    out[i][1] = offload_lane_shuffle_up(v, by, count, mask);
    out[i][2] = offload_lane_shuffle_down((long)v, by, count, mask);
    out[i][3] = offload_lane_shuffle_xor((float)(v & 0xffff), by, count, mask) == 1 ? 1 : 2;
    out[i][3] = offload_lane_shuffle_xor(v, by, 16, mask);
    out[i][4] = (long)offload_lane_ballot(v & 1, mask);
    out[i][5] = offload_lane_any(v % 5 == 0, mask) * 2 + offload_lane_all(v % 64 != 3, mask);
    out[i][6] = (long)offload_lane_match_any(v % 3, mask);
    out[i][7] = (long)offload_lane_match_all((double)(v % 3), mask);
    offload_lanes_sync(mask);
    out[i][8] = (long)offload_lane_match_all(lane & 1, mask);
}

static void check_masks(unsigned by) {
    static long out[N][9];
    unsigned lanes;
    offload(masked, .blocks = {2}, .block_size = {SIZE})(N, by, out, &lanes);
    for (int i = 0; i < N; i++) {
        int lane = i % SIZE % (int)lanes, first = i - lane;
        unsigned long mask = mask_of(lane), all = 0, odd = 0, fifth = 0, third = 0, same = 0;
        if (!(mask >> lane & 1))
            continue;
        for (int k = 0; k < (int)lanes; k++) {
            unsigned v = value_of(first + k);
            unsigned long bit = mask & 1ul << k;
            all |= bit;
            odd |= v & 1 ? bit : 0;
            fifth |= v % 5 == 0 ? bit : 0;
            third |= v % 64 == 3 ? bit : 0;
            same |= v % 3 == value_of(i) % 3 ? bit : 0;
        }
        for (int kind = SHUFFLE; kind <= XOR; kind++) {
            int from = source((enum kind)kind, lane, (int)by, kind == XOR ? 16 : (int)lanes);
            EQUAL(out[i][kind], mask >> from & 1 ? (long)value_of(first + from) : 0);
        }
        EQUAL(out[i][4], (long)odd);
        EQUAL(out[i][5], (fifth != 0) * 2 + (third == 0));
        EQUAL(out[i][6], (long)same);
        EQUAL(out[i][7], (long)(same == all ? all : 0));
        EQUAL(out[i][8], (long)all);
    }
}

// Constant distances, with a mask for each part of the group, and with masks that are not.
#define DISTANCES(name)                                                                            \
    offload_kernel void parts_##name(int n, int size, unsigned out[n][6], unsigned lanes[1]) {     \
        int i = (int)offload_global_id(0), lane = (int)offload_lane_id();                          \
        unsigned v = value_of(i), count = offload_lane_count();                                    \
        unsigned long part = ((1ul << size) - 1) << lane / size * size, odd = mask_of(lane);       \
        lanes[0] = count;                                                                          \
        out[i][0] = offload_lane_##name(v, 1, count, part);                                        \
        out[i][1] = offload_lane_##name(v, 2, count, part);                                        \
        out[i][2] = offload_lane_##name(v, 8, count, part);                                        \
        out[i][3] = offload_lane_##name(v, 16, count, part);                                       \
        out[i][4] = offload_lane_##name(v, 4, count, part);                                        \
        if (odd >> lane & 1)                                                                       \
            out[i][5] = offload_lane_##name(v, 2, count, odd);                                     \
    }                                                                                              \
    static void check_parts_##name(int size, enum kind number) {                                   \
        static const int by[] = {1, 2, 8, 16, 4, 2};                                               \
        static unsigned out[N][6];                                                                 \
        unsigned lanes;                                                                            \
        offload(parts_##name, .blocks = {2}, .block_size = {SIZE})(N, size, out, &lanes);          \
        for (int i = 0; i < N; i++)                                                                \
            for (int k = 0; k < 6; k++) {                                                          \
                int lane = i % SIZE % (int)lanes, from = source(number, lane, by[k], (int)lanes);  \
                unsigned long part = ((1ul << size) - 1) << lane / size * size;                    \
                unsigned long mask = k == 5 ? mask_of(lane) : part;                                \
                if (!(mask >> lane & 1))                                                           \
                    continue;                                                                      \
                EQUAL(out[i][k], mask >> from & 1 ? value_of(i - lane + from) : 0);                \
            }                                                                                      \
    }
DISTANCES(shuffle)
DISTANCES(shuffle_up)
DISTANCES(shuffle_down)
DISTANCES(shuffle_xor)

int main(void) {
    for (int size = 4; size <= 32; size *= 2) {
        check_parts_shuffle(size, SHUFFLE);
        check_parts_shuffle_up(size, UP);
        check_parts_shuffle_down(size, DOWN);
        check_parts_shuffle_xor(size, XOR);
    }
    CHECK_WIDTHS(int, shuffle, SHUFFLE)
    CHECK_WIDTHS(int, shuffle_up, UP)
    CHECK_WIDTHS(int, shuffle_down, DOWN)
    CHECK_WIDTHS(int, shuffle_xor, XOR)
    CHECK_WIDTHS(double, shuffle, SHUFFLE)
    CHECK_WIDTHS(double, shuffle_up, UP)
    CHECK_WIDTHS(double, shuffle_down, DOWN)
    CHECK_WIDTHS(double, shuffle_xor, XOR)
    for (unsigned by = 0; by < MOST / 2; by += by < 4 ? 1 : 5)
        check_masks(by);
    return finish();
}
