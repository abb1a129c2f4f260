// Each thread walks along two lists of lengths of its own. The loop is left within branches, and the turns that only some
// threads make one after the other have become a loop of their own.
//
// RUN: %run_kernel -O3
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { LISTS = 64, EACH = 8, N = LISTS * EACH };

// Writes at most EACH numbers to y. The second list begins in the middle, and ends before `end`.
static void walk(int n, const float x[n], int first, int end, float y[EACH]) {
    int middle = first + EACH / 2, a = 0, b = 0, out = 0;
    float left = x[first], right = x[middle];
    while (1) {
        float next_left = first + a + 1 < n ? x[first + a + 1] : 0;
        float next_right = middle + b + 1 < n ? x[middle + b + 1] : 0;
        float least = left < right ? left : right, most = left < right ? right : left;
        y[out++] = least;
        right = most;
        int more_left = a + 1 < EACH / 2, more_right = b + 1 < EACH / 2 && middle + b + 1 < end;
        if (more_left) {
            if (more_right) {
                if (next_left < next_right) {
                    a++;
                    left = next_left;
                } else {
                    b++;
                    left = next_right;
                }
            } else {
                a++;
                left = next_left;
            }
        } else {
            if (more_right) {
                b++;
                left = next_right;
            } else {
                break;
            }
        }
    }
    y[out++] = right;
}

offload_kernel void walks(int n, const int ends[LISTS], const float x[n], float y[N]) {
    int list = (int)offload_global_id(0);
    if (list < LISTS)
        walk(n, x, list * EACH, ends[list], &y[list * EACH]);
}

int main(void) {
    static float x[N], y[N], expected[N];
    static int ends[LISTS];
    unsigned state = 1;
    for (int i = 0; i < N; i++)
        x[i] = (float)((state = state * 1664525 + 1013904223) >> 12);
    for (int l = 0; l < LISTS; l++) {
        ends[l] = l * EACH + EACH / 2 + l % 5;
        walk(N, x, l * EACH, ends[l], &expected[l * EACH]);
    }
    offload(walks, .blocks = {1}, .block_size = {LISTS})(N, ends, x, y);
    for (int i = 0; i < N; i++)
        EQUAL(y[i], expected[i]);
    return finish();
}
