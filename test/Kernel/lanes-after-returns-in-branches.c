// Threads return in branches of branches, in blocks that wait at a barrier elsewhere and in those that do not. Lane
// functions without a mask have the lanes that are left. Nobody waits for those that have returned.
//
// RUN: %run_kernel -Wno-offload-divergent-barrier -O0
// RUN: %run_kernel -Wno-offload-divergent-barrier -O1
// RUN: %run_kernel -Wno-offload-divergent-barrier -O2
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload_query.h>
#include <stdbool.h>

#include "Inputs/check.h"

enum { BLOCKS = 3, SIZE = 96, TURNS = 3 };

#define LANES_LEFT() __builtin_popcountl(offload_lane_ballot(1))

// Which threads return, as the host computes it too.
#define RETURNS_FIRST(t) ((t) == 33)
#define IS_FAR(t) ((t) > 50)
#define RETURNS_THERE(t) ((t) % 5 == 1)
#define RETURNS_AFTER(t) ((t) % 7 == 2)
#define RETURNS_LAST(t) ((t) > 72)
#define RETURNS_IN_TURN(t, turn) ((t) % 11 == (turn))

offload_kernel void nested(int far[BLOCKS][SIZE], int end[BLOCKS][SIZE]) {
    int t = (int)offload_thread_id(0), block = (int)offload_block_id(0);
    if (block == 0) {
        if (RETURNS_LAST(t))
            return;
        offload_barrier();
    } else if (block == 1) {
        if (RETURNS_FIRST(t))
            return;
        if (IS_FAR(t)) {
            if (RETURNS_THERE(t))
                return;
            far[block][t] = LANES_LEFT();
            if (RETURNS_AFTER(t))
                return;
        }
        if (IS_FAR(t) && RETURNS_LAST(t))
            return;
    } else {
        for (int turn = 0; turn < TURNS; turn++) {
            if (IS_FAR(t)) {
                far[block][t] = LANES_LEFT();
                if (RETURNS_IN_TURN(t, turn))
                    return;
            }
            for (int i = 0; i < t % 3; i++)
                if (RETURNS_IN_TURN(t + i, 5 + turn))
                    return;
            offload_barrier();
        }
    }
    end[block][t] = LANES_LEFT();
}


static bool returns_in_turn(int t, int turn) {
    bool returns = IS_FAR(t) && RETURNS_IN_TURN(t, turn);
    for (int i = 0; i < t % 3; i++)
        returns |= RETURNS_IN_TURN(t + i, 5 + turn);
    return returns;
}

static bool comes_far(int block, int t, int turn) {
    if (block == 1)
        return turn == 0 && !RETURNS_FIRST(t) && IS_FAR(t) && !RETURNS_THERE(t);
    bool comes = block == 2 && IS_FAR(t);
    for (int before = 0; before < turn; before++)
        comes &= !returns_in_turn(t, before);
    return comes;
}

static bool comes_to_end(int block, int t) {
    if (block == 0)
        return !RETURNS_LAST(t);
    if (block == 1)
        return !RETURNS_FIRST(t) && (!IS_FAR(t) || (!RETURNS_THERE(t) && !RETURNS_AFTER(t) &&
                                                    !RETURNS_LAST(t)));
    for (int turn = 0; turn < TURNS; turn++)
        if (returns_in_turn(t, turn))
            return false;
    return true;
}

int main(void) {
    static int far[BLOCKS][SIZE], end[BLOCKS][SIZE];
    int lanes = (int)offload_query_lanes(-1);
    offload(nested, .blocks = {BLOCKS}, .block_size = {SIZE})(far, end);
    for (int block = 0; block < BLOCKS; block++)
        for (int t = 0; t < SIZE; t++) {
            int first = t / lanes * lanes, far_count = 0, end_count = 0;
            for (int turn = 0; turn < TURNS; turn++) {
                int count = 0;
                for (int other = first; other < first + lanes && other < SIZE; other++)
                    count += comes_far(block, other, turn);
                if (comes_far(block, t, turn))
                    far_count = count;
            }
            for (int other = first; other < first + lanes && other < SIZE; other++)
                end_count += comes_to_end(block, other);
            EQUAL(far[block][t], far_count);
            EQUAL(end[block][t], comes_to_end(block, t) ? end_count : 0);
        }
    return finish();
}
