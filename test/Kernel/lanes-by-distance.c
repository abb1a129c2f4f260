// Shuffles up, down, by xor and from a lane, by every distance, constant or not: of lanes that are
// there, that the block's last group lacks, that no group has, and that went another way.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include <stdbool.h>

#include "Inputs/check.h"

enum { MOST = 96, DISTANCES = 70, FIXED = 14, KINDS = 4, ALL = (DISTANCES + FIXED) * KINDS };

#define EACH_KIND(out, value, by)                                                                  \
    (out)[0] = offload_lane_shuffle(value, by);                                                    \
    (out)[1] = offload_lane_shuffle_up(value, by);                                                 \
    (out)[2] = offload_lane_shuffle_down(value, by);                                               \
    (out)[3] = offload_lane_shuffle_xor(value, by)

#define EACH_DISTANCE(out, value)                                                                  \
    for (unsigned by = 0; by < DISTANCES; by++) {                                                  \
        EACH_KIND(&(out)[by * KINDS], value, by);                                                  \
    }                                                                                              \
    EACH_KIND(&(out)[DISTANCES * KINDS], value, 0);                                                \
    EACH_KIND(&(out)[(DISTANCES + 1) * KINDS], value, 1);                                          \
    EACH_KIND(&(out)[(DISTANCES + 2) * KINDS], value, 2);                                          \
    EACH_KIND(&(out)[(DISTANCES + 3) * KINDS], value, 3);                                          \
    EACH_KIND(&(out)[(DISTANCES + 4) * KINDS], value, 4);                                          \
    EACH_KIND(&(out)[(DISTANCES + 5) * KINDS], value, 5);                                          \
    EACH_KIND(&(out)[(DISTANCES + 6) * KINDS], value, 7);                                          \
    EACH_KIND(&(out)[(DISTANCES + 7) * KINDS], value, 8);                                          \
    EACH_KIND(&(out)[(DISTANCES + 8) * KINDS], value, 15);                                         \
    EACH_KIND(&(out)[(DISTANCES + 9) * KINDS], value, 16);                                         \
    EACH_KIND(&(out)[(DISTANCES + 10) * KINDS], value, 31);                                        \
    EACH_KIND(&(out)[(DISTANCES + 11) * KINDS], value, 32);                                        \
    EACH_KIND(&(out)[(DISTANCES + 12) * KINDS], value, 48);                                        \
    EACH_KIND(&(out)[(DISTANCES + 13) * KINDS], value, -1)

static const unsigned fixed[FIXED] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 48, -1u};

// In lane % 5 != 2, where `some`; the others leave what there was.
#define SHUFFLES(T)                                                                                \
    offload_kernel void all_##T(int n, const T in[n], T out[n * ALL], unsigned lanes[1]) {         \
        size_t t = offload_thread_id(0);                                                           \
        T mine = in[t];                                                                            \
        EACH_DISTANCE(&out[t * ALL], mine);                                                        \
        if (t == 0)                                                                                \
            lanes[0] = offload_lane_count();                                                       \
    }                                                                                              \
    offload_kernel void some_##T(int n, const T in[n], T out[n * ALL]) {                           \
        size_t t = offload_thread_id(0);                                                           \
        T mine = in[t];                                                                            \
        if (offload_lane_id() % 5 != 2) {                                                          \
            EACH_DISTANCE(&out[t * ALL], mine);                                                    \
        }                                                                                          \
    }                                                                                              \
    static void check_##T(int n) {                                                                 \
        static T in[MOST], out[MOST * ALL];                                                        \
        unsigned lanes;                                                                            \
        for (int t = 0; t < n; t++)                                                                \
            in[t] = (T)((T)(t + 1) * (T)1000000.25);                                               \
        offload(all_##T, .blocks = {1}, .block_size = {(size_t)n})(n, in, out, &lanes);            \
        compare_##T(n, lanes, false, in, out);                                                     \
        for (int t = 0; t < n; t++)                                                                \
            for (int i = 0; i < ALL; i++)                                                          \
                out[t * ALL + i] = -1;                                                             \
        offload(some_##T, .blocks = {1}, .block_size = {(size_t)n})(n, in, out);                   \
        compare_##T(n, lanes, true, in, out);                                                      \
    }

static bool takes_part(unsigned lane, bool some) {
    return !some || lane % 5 != 2;
}

static unsigned read_by(unsigned kind, unsigned lane, unsigned by) {
    switch (kind) {
    case 0:
        return by;
    case 1:
        return by <= lane ? lane - by : ~0u;
    case 2:
        return lane + by >= lane ? lane + by : ~0u;
    default:
        return lane ^ by;
    }
}

#define COMPARE(T)                                                                                 \
    static void compare_##T(int n, unsigned lanes, bool some, const T in[], const T out[]) {       \
        for (unsigned t = 0; t < (unsigned)n; t++)                                                 \
            for (unsigned i = 0; i < ALL; i++) {                                                   \
                unsigned distance = i / KINDS, lane = t % lanes;                                   \
                unsigned by = distance < DISTANCES ? distance : fixed[distance - DISTANCES];       \
                unsigned from = read_by(i % KINDS, lane, by);                                      \
                bool is_there = from < lanes && t - lane + from < (unsigned)n &&                   \
                                takes_part(from, some);                                            \
                T right = !takes_part(lane, some) ? (T)-1                                          \
                          : is_there              ? in[t - lane + from]                            \
                                                  : in[t];                                         \
                CHECK(out[t * ALL + i] == right, #T ", thread %u of %d, kind %u by %u", t, n,      \
                      i % KINDS, by);                                                              \
            }                                                                                      \
    }

typedef unsigned short ushort;
COMPARE(ushort)
COMPARE(int)
COMPARE(float)
COMPARE(long)
COMPARE(double)
SHUFFLES(ushort)
SHUFFLES(int)
SHUFFLES(float)
SHUFFLES(long)
SHUFFLES(double)

static void check(int n) {
    check_ushort(n);
    check_int(n);
    check_float(n);
    check_long(n);
    check_double(n);
}

int main(void) {
    check(96);
    check(64);
    check(50);
    check(33);
    check(5);
    check(1);
    return finish();
}
