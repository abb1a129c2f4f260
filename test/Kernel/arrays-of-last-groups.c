// A thread's own array, with indices that are computed once and used in a loop with a lane function, in blocks whose
// last group of lanes is not full.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { MOST = 96 };

offload_kernel void fill(int n, unsigned which, const int x[n], int y[n]) {
    int t = (int)offload_thread_id(0);
    unsigned v = (unsigned)x[t];
    int own[4];
    for (int i = 0; i < 4; i++)
        own[i] = i;
    for (int i = 0;; i++) {
        int go = i < (int)(v & 3);
        (void)offload_lane_ballot(go);
        if (!go)
            break;
        if (v & 4)
            own[which & v & 3] = 211;
    }
    y[t] = own[0];
}

int main(void) {
    static const int sizes[] = {1, 8, 32, 33, 40, 64, 95};
    int x[MOST], y[MOST];
    for (int t = 0; t < MOST; t++)
        x[t] = t * 77 + 5;
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        offload(fill, .blocks = {1}, .block_size = {n})(n, 0, x, y);
        for (int t = 0; t < n; t++)
            EQUAL(y[t], (x[t] & 4) && (x[t] & 3) ? 211 : 0);
    }
    return finish();
}
