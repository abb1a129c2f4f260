// Lanes that call functions through a pointer exchange values among those that call the same function by the same call, and
// meet again after it.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 23 }; // not a full warp

typedef unsigned function(int most);

static unsigned count(void) {
    return offload_lane_reduce_add(1u);
}

static unsigned one(int most) {
    (void)most;
    return count();
}
static unsigned in_turns(int most) {
    unsigned result = 0;
    for (int turn = 0; turn <= most; turn++)
        result += 100 * count();
    return result;
}
static unsigned none(int most) {
    return (unsigned)most;
}
static unsigned pass_on(function *next, int most) {
    return next(most) + 100 * count();
}
static unsigned again(int most) {
    return most > 0 ? pass_on(again, most - 1) : 0;
}

offload_kernel void call(const int x[N], unsigned y[5][N]) {
    function *const table[3] = {one, in_turns, none};
    int i = (int)offload_thread_id(0);
    y[0][i] = table[i % 3](x[i]);
    y[1][i] = count();
    if (x[i] > 1)
        y[2][i] = table[i % 2](1);
    else
        y[2][i] = table[i % 2](1);
    y[3][i] = 0;
    for (int turn = 0; turn < x[i]; turn++)
        y[3][i] = 100 * y[3][i] + table[(i + turn) % 3](0) % 99;
    y[4][i] = pass_on(i & 1 ? again : one, x[i]);
}

static int x[N];

// The number of lanes with at least this depth that are the same as lane i, modulo `modulus`.
static unsigned number(int least, int i, int modulus) {
    unsigned result = 0;
    for (int o = 0; o < N; o++)
        result += x[o] >= least && o % modulus == i % modulus;
    return result;
}

static unsigned by_table(int i) {
    unsigned result = 0;
    for (int turn = 0; turn <= x[i]; turn++)
        result += 100 * number(turn, i, 3);
    return i % 3 == 0 ? number(0, i, 3) : i % 3 == 1 ? result : (unsigned)x[i];
}
static unsigned by_branch(int i) {
    unsigned here = x[i] > 1 ? number(2, i, 2) : number(0, i, 2) - number(2, i, 2);
    return i % 2 == 0 ? here : 200 * here;
}
static unsigned in_loop(int i) {
    unsigned result = 0;
    for (int turn = 0; turn < x[i]; turn++) {
        int chosen = (i + turn) % 3;
        unsigned here = number(turn + 1, i, 3);
        result = 100 * result + (chosen == 0 ? here : chosen == 1 ? 100 * here % 99 : 0);
    }
    return result;
}
static unsigned passed_on(int i) {
    unsigned result = 100 * N;
    for (int depth = 1; depth <= x[i]; depth++)
        result += 100 * number(depth, 1, 2);
    return i & 1 ? result : 100 * N + number(0, 0, 2);
}

int main(void) {
    static unsigned y[5][N];
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % 5;
    offload(call, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++) {
        EQUAL(y[0][i], by_table(i));
        EQUAL(y[1][i], N);
        EQUAL(y[2][i], by_branch(i));
        EQUAL(y[3][i], in_loop(i));
        EQUAL(y[4][i], passed_on(i));
    }
    return finish();
}
