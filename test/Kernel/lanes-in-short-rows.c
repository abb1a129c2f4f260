// Lane functions in blocks of two and three dimensions whose rows are shorter than a group of lanes: groups are made of
// neighbouring threads, x fastest. Branches are for rows, for groups, and for some lanes. Each kernel has launches with one
// size of blocks that the compiler knows, and one that it does not.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { BLOCKS = 6, MOST = 256, N = BLOCKS * MOST, LANES = 32 };

// Of each block of blocks in two dimensions, where its threads are.
#define PLACE                                                                                      \
    unsigned tx = offload_thread_id(0), ty = offload_thread_id(1), tz = offload_thread_id(2),      \
             sx = offload_block_size(0), sy = offload_block_size(1), sz = offload_block_size(2),   \
             t = tx + sx * (ty + sy * tz), size = sx * sy * sz,                                    \
             block = offload_block_id(0) + offload_block_count(0) * offload_block_id(1),           \
             i = block * size + t, lane = t % LANES, group = t / LANES

#define KERNEL(name)                                                                               \
    offload_kernel void name(const int x[N], int out[N], int rest[N], int ids[2 * N]) {            \
        offload_shared int parts[MOST / 8];                                                        \
        PLACE;                                                                                     \
        ids[2 * i] = (int)(offload_global_id(0) + 1000 * offload_global_id(1));                    \
        ids[2 * i + 1] = (int)(tx + 100 * ty + 10000 * tz);                                        \
        int v = x[i], own = v;                                                                     \
        for (unsigned d = LANES / 2; d > 0; d /= 2)                                                \
            v += offload_lane_shuffle_down(v, d, LANES);                                           \
        if (lane == 0)                                                                             \
            parts[group] = v;                                                                      \
        offload_barrier();                                                                         \
        if (group == 0) {                                                                          \
            v = lane < size / LANES ? parts[lane] : 0;                                             \
            for (unsigned d = LANES / 2; d > 0; d /= 2)                                            \
                v += offload_lane_shuffle_down(v, d, LANES);                                       \
            if (lane == 0)                                                                         \
                parts[0] = v;                                                                      \
        }                                                                                          \
        offload_barrier();                                                                         \
        out[i] = parts[0];                                                                         \
        if (ty % 2 == 0)                                                                           \
            own += offload_lane_shuffle_xor(own, 1, LANES) * 3;                                    \
        if (own % 3 == 0) {                                                                        \
            unsigned long half = 0xfffffffful << (offload_lane_id() & 32);                         \
            own = (int)offload_lane_reduce_add((unsigned)own & 7u, offload_lanes_active() & half); \
        }                                                                                          \
        rest[i] = own;                                                                             \
    }
KERNEL(rows_16)
KERNEL(rows_8)
KERNEL(rows_24)
KERNEL(three)
KERNEL(thin)
KERNEL(odd)

static int x[N], out[N], rest[N], ids[2 * N];

// Groups have no lanes of other blocks, or of threads that are not there.
static void check(unsigned sx, unsigned sy, unsigned sz) {
    unsigned size = sx * sy * sz, count = 3;
    for (unsigned b = 0; b < BLOCKS; b++) {
        int total = 0;
        for (unsigned t = 0; t < size / LANES * LANES; t++)
            total += x[b * size + t];
        for (unsigned t = 0; t < size; t++) {
            unsigned i = b * size + t, tx = t % sx, ty = t / sx % sy, tz = t / sx / sy;
            EQUAL(ids[2 * i], (int)(b % count * sx + tx + 1000 * (b / count * sy + ty)));
            EQUAL(ids[2 * i + 1], (int)(tx + 100 * ty + 10000 * tz));
            EQUAL(out[i], total);
        }
    }
}

// A group's lanes that come to the same branch.
static void check_rest(unsigned sx, unsigned sy, unsigned size) {
    for (unsigned first = 0; first < BLOCKS * size; first += LANES) {
        int own[LANES], sum = 0;
        for (unsigned lane = 0; lane < LANES; lane++) {
            unsigned t = (first + lane) % size, row = t / sx % sy, other = (t ^ 1) / sx % sy;
            own[lane] = x[first + lane];
            if (row % 2 == 0)
                own[lane] += 3 * (other % 2 == 0 ? x[first + (lane ^ 1)] : x[first + lane]);
        }
        for (unsigned lane = 0; lane < LANES; lane++)
            sum += own[lane] % 3 == 0 ? own[lane] & 7 : 0;
        for (unsigned lane = 0; lane < LANES; lane++)
            EQUAL(rest[first + lane], own[lane] % 3 == 0 ? sum : own[lane]);
    }
}

#define TRY(name, ...)                                                                             \
    do {                                                                                           \
        const unsigned size[3] = {__VA_ARGS__};                                                    \
        unsigned sx = size[0], sy = size[1], sz = size[2];                                         \
        for (int known = 0; known < 2; known++) {                                                  \
            memset(out, 0, sizeof out);                                                            \
            memset(rest, 0, sizeof rest);                                                          \
            if (known)                                                                             \
                offload(name, .blocks = {3, 2}, .block_size = {__VA_ARGS__})(x, out, rest, ids);   \
            else                                                                                   \
                offload(name, .blocks = {3, 2}, .block_size = {sx, sy, sz})(x, out, rest, ids);    \
            check(sx, sy, sz);                                                                     \
            if (sx * sy * sz % LANES == 0)                                                         \
                check_rest(sx, sy, sx * sy * sz);                                                  \
        }                                                                                          \
    } while (0)

int main(void) {
    for (int i = 0; i < N; i++)
        x[i] = i * 37 % 101;
    TRY(rows_16, 16, 16, 1);
    TRY(rows_8, 8, 8, 1);
    TRY(rows_24, 24, 4, 1);
    TRY(three, 4, 4, 4);
    TRY(thin, 1, 64, 1);
    TRY(odd, 7, 3, 1);
    // Of a kernel that knows another size.
    unsigned sx = 32, sy = 4;
    offload(rows_16, .blocks = {3, 2}, .block_size = {sx, sy})(x, out, rest, ids);
    check(sx, sy, 1);
    check_rest(sx, sy, sx * sy);
    return finish();
}
