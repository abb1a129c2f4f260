// Lanes that recurse to different depths exchange values, at each depth, among those that came there together: also after the
// recursive call, where some have returned early, and where different branches, or turns of a loop, call the function.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 23, MOST = 4 }; // not a full warp

static unsigned count(void) {
    return offload_lane_reduce_add(1u);
}

// before[depth] and after[depth]: the lanes that are there before and after the recursive call.
static void note(int depth, int most, unsigned long *before, unsigned long *after) {
    before[depth] = offload_lanes_active();
    if (depth < most)
        note(depth + 1, most, before, after);
    after[depth] = offload_lanes_active();
}

offload_kernel void note_lanes(const int x[N], unsigned long before[N][MOST + 1],
                               unsigned long after[N][MOST + 1]) {
    int i = (int)offload_thread_id(0);
    note(0, x[i], before[i], after[i]);
}

static unsigned go_down(int most) {
    unsigned deeper = most > 0 ? go_down(most - 1) : 0;
    return deeper + count();
}

static unsigned go_apart(int most, int is_odd) {
    unsigned deeper = 0;
    if (most > 0 && is_odd)
        deeper = go_apart(most - 1, 1);
    else if (most > 0)
        deeper = go_apart(most - 1, 0);
    return 100 * deeper + count();
}

static unsigned leave_early(int most) {
    if (most == 3)
        return 0;
    unsigned deeper = most > 0 ? leave_early(most - 1) : 0;
    return 100 * deeper + count();
}

static unsigned go_up(int most);
static unsigned go_on(int most) {
    return go_up(most - 1) + 1000 * count();
}
static unsigned go_up(int most) {
    return most > 0 ? go_on(most) : count();
}

offload_kernel void call(const int x[N], unsigned y[6][N]) {
    int i = (int)offload_thread_id(0);
    if (x[i] & 1)
        y[0][i] = go_down(x[i]);
    else
        y[0][i] = go_down(x[i]);
    y[1][i] = go_apart(x[i], i & 1);
    y[2][i] = leave_early(x[i]);
    y[3][i] = go_up(x[i]);
    y[4][i] = 0;
    for (int turn = 0; turn < x[i]; turn++)
        y[4][i] = 100 * y[4][i] + go_down(turn & 1);
    y[5][i] = count();
}

static unsigned meet(int depth, int most, unsigned *values) {
    unsigned i = offload_thread_id(0);
    unsigned here = depth <= most ? count() : 0;
    values[i] = here;
    offload_barrier();
    unsigned next = values[(i + 1) % N];
    offload_barrier();
    unsigned deeper = depth < MOST ? meet(depth + 1, most, values) : 0;
    return deeper + here + next * 100 + (depth < most ? 10000 * count() : 0);
}

offload_kernel void meet_at_barriers(const int x[N], unsigned y[N]) {
    offload_shared unsigned values[N];
    int i = (int)offload_thread_id(0);
    y[i] = meet(0, x[i], values);
}

static int x[N];

// The lanes with at least this depth; and their number.
static unsigned long lanes_of(int least) {
    unsigned long lanes = 0;
    for (int i = 0; i < N; i++)
        lanes |= (unsigned long)(x[i] >= least) << i;
    return lanes;
}
static unsigned number(int least) {
    unsigned result = 0;
    for (int i = 0; i < N; i++)
        result += x[i] >= least;
    return result;
}

static void check_noted(void) {
    static unsigned long before[N][MOST + 1], after[N][MOST + 1];
    offload(note_lanes, .blocks = {1}, .block_size = {N})(x, before, after);
    for (int i = 0; i < N; i++)
        for (int depth = 0; depth <= x[i]; depth++) {
            EQUAL(before[i][depth], lanes_of(depth));
            EQUAL(after[i][depth], lanes_of(depth));
        }
}

// What is expected of lane i, where the lanes for which `is_there` holds are at a depth with it.
#define COUNT(is_there)                                                                            \
    for (int o = 0; o < N; o++)                                                                    \
        here += (is_there);

static unsigned down(int i) {
    unsigned result = 0;
    for (int depth = x[i]; depth >= 0; depth--) {
        unsigned here = 0;
        COUNT(x[o] >= depth && ((x[o] ^ x[i]) & 1) == 0)
        result += here;
    }
    return result;
}
static unsigned apart(int i) {
    unsigned result = 0;
    for (int depth = x[i]; depth >= 0; depth--) {
        unsigned here = 0;
        COUNT(x[o] >= depth && (depth == 0 || ((o ^ i) & 1) == 0))
        result = 100 * result + here;
    }
    return result;
}
static unsigned early(int i) {
    unsigned result = 0;
    for (int depth = x[i] > 3 ? x[i] - 4 : x[i]; depth >= 0 && x[i] != 3; depth--) {
        unsigned here = 0;
        COUNT(x[o] > 3 ? depth < x[o] - 3 : x[o] < 3 && x[o] >= depth)
        result = 100 * result + here;
    }
    return result;
}
static unsigned up(int i) {
    unsigned result = 0;
    for (int o = 0; o < N; o++)
        result += x[o] == x[i];
    for (int depth = 1; depth <= x[i]; depth++)
        result += 1000 * number(depth);
    return result;
}
static unsigned loop(int i) {
    unsigned result = 0;
    for (int turn = 0; turn < x[i]; turn++)
        result = 100 * result + number(turn + 1) * (turn & 1 ? 2 : 1);
    return result;
}

static void check_calls(void) {
    static unsigned y[6][N];
    offload(call, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++) {
        EQUAL(y[0][i], down(i));
        EQUAL(y[1][i], apart(i));
        EQUAL(y[2][i], early(i));
        EQUAL(y[3][i], up(i));
        EQUAL(y[4][i], loop(i));
        EQUAL(y[5][i], N);
    }
}

static void check_barriers(void) {
    static unsigned y[N];
    offload(meet_at_barriers, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++) {
        unsigned expected = 0;
        for (int depth = 0; depth <= MOST; depth++) {
            expected += depth <= x[i] ? number(depth) : 0;
            expected += depth <= x[(i + 1) % N] ? 100 * number(depth) : 0;
            expected += depth < x[i] ? 10000 * number(depth + 1) : 0;
        }
        EQUAL(y[i], expected);
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % (MOST + 1);
    check_noted();
    check_calls();
    check_barriers();
    return finish();
}
