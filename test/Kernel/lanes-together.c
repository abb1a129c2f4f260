// Shuffles that all lanes of a warp come to, or some, in blocks whose last warp is not full: after
// branches and loops that lanes take differently, in loops that all take alike.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCKS = 3, MOST = 96, KINDS = 5 };

static unsigned down(unsigned value, unsigned by) {
    return offload_lane_shuffle_down(value, by);
}

// out: what each thread got, and last the number of lanes.
offload_kernel void shuffle(unsigned size, int rounds, const unsigned in[3 * MOST],
                            unsigned out[KINDS * 3 * MOST + 1]) {
    unsigned t = (unsigned)offload_global_id(0), v = in[t];
    unsigned *mine = &out[t * KINDS];
    mine[0] = down(v, 5);
    unsigned sum = 0;
    for (unsigned i = 0; i < v % 7; i++)
        sum += i;
    mine[1] = down(v, 1) + sum;
    mine[2] = v;
    for (int i = 0; i < rounds; i++)
        mine[2] += offload_lane_shuffle_xor(v + (unsigned)i, 1u << i);
    if (offload_thread_id(0) < size / 2)
        v++;
    mine[3] = offload_lane_shuffle(v, 2);
    mine[4] = (unsigned)offload_lane_shuffle_up((double)v, 3);
    if (t == 0)
        out[KINDS * 3 * MOST] = offload_lane_count();
}

static unsigned lanes, size;

// What thread `t` has, of the block's thread that lane `lane` of its warp is; its own where there is
// none.
static unsigned from(unsigned t, unsigned lane, const unsigned *values) {
    unsigned thread = t % size, other = thread / lanes * lanes + lane;
    return lane < lanes && other < size ? values[t - thread + other] : values[t];
}

static void check(unsigned block_size) {
    unsigned in[3 * MOST], out[KINDS * 3 * MOST + 1] = {0}, raised[3 * MOST];
    size = block_size;
    for (unsigned t = 0; t < 3 * MOST; t++) {
        in[t] = t * 37 % 101;
        raised[t] = in[t] + (t % size < size / 2);
    }
    offload(shuffle, .blocks = {BLOCKS}, .block_size = {block_size})(size, 4, in, out);
    lanes = out[KINDS * 3 * MOST];
    for (unsigned t = 0; t < BLOCKS * size; t++) {
        unsigned lane = t % size % lanes, sum = 0, all = in[t];
        for (unsigned i = 0; i < in[t] % 7; i++)
            sum += i;
        for (unsigned i = 0; i < 4; i++)
            all += from(t, lane ^ 1u << i, in) + i;
        EQUAL(out[t * KINDS], from(t, lane + 5, in));
        EQUAL(out[t * KINDS + 1], from(t, lane + 1, in) + sum);
        EQUAL(out[t * KINDS + 2], all);
        EQUAL(out[t * KINDS + 3], from(t, 2, raised));
        EQUAL(out[t * KINDS + 4], lane >= 3 ? from(t, lane - 3, raised) : raised[t]);
    }
}

int main(void) {
    check(96);
    check(64);
    check(40);
    check(33);
    check(7);
    return finish();
}
