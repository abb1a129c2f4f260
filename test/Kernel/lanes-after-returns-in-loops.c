// Threads return in loops in which others wait at barriers. Lane functions without a mask, in the loops and after them,
// have the lanes that have not returned. The loops are left at their ends and by break, are around other loops, and the
// returns are in branches and in loops that only some lanes take.
//
// RUN: %run_kernel -O2 -Wno-offload-divergent-barrier
// RUN: %run_kernel -O0 -Wno-offload-divergent-barrier
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>
#include <offload_query.h>

#include "Inputs/check.h"

enum { SIZE = 96, TURNS = 4 };

// Whether a thread returns in a turn.
static int leaves(int t, int turn) {
    return t == 5 + turn || t % 32 == 7 * turn || t % 13 == turn + 9;
}

#define KERNEL(name) offload_kernel void name(int turns, int last, unsigned long y[SIZE])

KERNEL(at_end) {
    int t = (int)offload_thread_id(0);
    for (int turn = 0; turn < turns; turn++) {
        offload_barrier();
        if (leaves(t, turn))
            return;
    }
    y[t] = offload_lane_ballot(1);
    (void)last;
}

KERNEL(at_bottom) {
    int t = (int)offload_thread_id(0), turn = 0;
    do {
        offload_barrier();
        if (leaves(t, turn))
            return;
    } while (++turn < turns);
    y[t] = offload_lane_ballot(1);
    (void)last;
}

KERNEL(by_break) {
    int t = (int)offload_thread_id(0);
    for (int turn = 0; turn < turns + 5; turn++) {
        offload_barrier();
        if (leaves(t, turn))
            return;
        if (turn == last)
            break;
        y[t] = offload_lane_any(turn == 0);
    }
    y[t] = offload_lane_ballot(1);
}

KERNEL(in_inner_loop) {
    int t = (int)offload_thread_id(0);
    for (int outer = 0; outer < turns; outer += 2) {
        for (int turn = outer; turn < outer + 2; turn++) {
            offload_barrier();
            if (leaves(t, turn))
                return;
        }
        y[t] = offload_lane_ballot(1);
    }
    y[t] = offload_lane_ballot(1);
    (void)last;
}

KERNEL(in_branch) {
    int t = (int)offload_thread_id(0);
    for (int turn = 0; turn < turns; turn++) {
        offload_barrier();
        if (t % 3) {
            if (leaves(t, turn))
                return;
            y[t] = offload_lane_ballot(1);
        } else {
            if (leaves(t, turn)) {
                y[t] = 0;
                return;
            }
            y[t] = offload_lane_ballot(t & 1);
        }
        y[t] += offload_lane_any(0);
    }
    y[t] = offload_lane_ballot(1);
    (void)last;
}

KERNEL(in_loop_of_some) {
    int t = (int)offload_thread_id(0);
    for (int turn = 0; turn < turns; turn++) {
        offload_barrier();
        for (int i = 0; i <= t % 5; i++)
            if (leaves(t, turn))
                return;
        y[t] = offload_lane_ballot(1);
    }
    y[t] = offload_lane_ballot(1);
    (void)last;
}

static void check(const unsigned long y[SIZE], int lanes, int line) {
    for (int t = 0; t < SIZE; t++) {
        unsigned long expected = 0;
        for (int other = t / lanes * lanes; other < (t / lanes + 1) * lanes && other < SIZE; other++) {
            int stays = 1;
            for (int turn = 0; turn < TURNS; turn++)
                stays &= !leaves(other, turn);
            expected |= (unsigned long)stays << other % lanes;
        }
        CHECK(!(expected >> t % lanes & 1) || y[t] == expected, "thread %d has %lx, not %lx (line %d)",
              t, y[t], expected, line);
    }
}

#define RUN(name)                                                                                  \
    do {                                                                                           \
        unsigned long y[SIZE] = {0};                                                               \
        offload(name, .blocks = {1}, .block_size = {SIZE})(TURNS, TURNS - 1, y);                   \
        check(y, offload_query_lanes(-1), __LINE__);                                               \
    } while (0)

int main(void) {
    RUN(at_end);
    RUN(at_bottom);
    RUN(by_break);
    RUN(in_inner_loop);
    RUN(in_branch);
    RUN(in_loop_of_some);
    return finish();
}
