// Lanes that go different ways exchange values among those that go the same way: also where both ways call the same function,
// where one way has ended, and after some lanes have left a loop, a function or the kernel.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 23 }; // not a full warp

static unsigned count(void) {
    return offload_lane_reduce_add(1u);
}
__attribute__((noinline)) static unsigned count_there(void) {
    return offload_lane_reduce_add(1u);
}
__attribute__((noinline)) static unsigned leave_function(int x) {
    if (x > 1) {
        if (x == 3)
            return 100;
        x += 10;
    }
    return offload_lane_reduce_add(1u);
}

offload_kernel void call(const int x[N], unsigned y[6 * N]) {
    int i = (int)offload_thread_id(0);
    switch (x[i]) {
    case 0:
        y[i] = count();
        break;
    default:
        y[N + i] = 0;
    }
    y[N + i] = count();
    if (x[i] < 3) {
        y[2 * N + i] = count_there();
        if (x[i] < 2)
            y[3 * N + i] = count_there();
    } else {
        y[2 * N + i] = count_there();
    }
    y[4 * N + i] = leave_function(x[i]);
    y[5 * N + i] = 0;
    if (x[i] != 2)
        y[5 * N + i] = leave_function(x[i]);
}

offload_kernel void leave(const int x[N], unsigned y[3 * N]) {
    int i = (int)offload_thread_id(0), left = x[i];
    y[i] = y[N + i] = y[2 * N + i] = 0;
    do // whose first turn is of the whole warp
        y[i] += offload_lane_shuffle_down(1u + (unsigned)x[i], 1) + offload_lane_shuffle(0u, 31);
    while (left-- > 0);
    for (int turn = 0; turn < 3; turn++) {
        if (x[i] > turn) {
            y[N + i] += 100;
            if (x[i] == turn + 2)
                break;
            y[N + i] += 1000;
        }
        y[N + i] += count();
    }
    if (x[i] > 1) {
        y[2 * N + i] = 1000;
        if (x[i] == 3)
            return;
    }
    y[2 * N + i] += count();
}

static int x[N];

static unsigned number(int least, int most) {
    unsigned result = 0;
    for (int i = 0; i < N; i++)
        result += x[i] >= least && x[i] <= most;
    return result;
}

static void check_calls(void) {
    unsigned y[6 * N] = {0};
    offload(call, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++) {
        EQUAL(y[i], x[i] == 0 ? number(0, 0) : 0);
        EQUAL(y[N + i], N);
        EQUAL(y[2 * N + i], x[i] < 3 ? number(0, 2) : number(3, 4));
        EQUAL(y[3 * N + i], x[i] < 2 ? number(0, 1) : 0);
        EQUAL(y[4 * N + i], x[i] == 3 ? 100 : N - number(3, 3));
        EQUAL(y[5 * N + i], x[i] == 2   ? 0
                            : x[i] == 3 ? 100
                                        : N - number(2, 3));
    }
}

static void check_leaving(void) {
    unsigned y[3 * N];
    offload(leave, .blocks = {1}, .block_size = {N})(x, y);
    for (int i = 0; i < N; i++) {
        unsigned down = 0, loop = 0;
        for (int turn = 0; turn <= x[i]; turn++)
            down += 1u + (unsigned)x[i + 1 < N && x[i + 1] >= turn ? i + 1 : i];
        EQUAL(y[i], down);
        for (int turn = 0; turn < 3; turn++) {
            if (x[i] > turn)
                loop += x[i] == turn + 2 ? 100 : 1100;
            if (x[i] == turn + 2)
                break;
            loop += N - number(2, turn + 2);
        }
        EQUAL(y[N + i], loop);
        EQUAL(y[2 * N + i], (x[i] > 1 ? 1000 : 0) + (x[i] == 3 ? 0 : N - number(3, 3)));
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % 5;
    check_calls();
    check_leaving();
    return finish();
}
