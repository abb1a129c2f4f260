// Algorithms of a block in steps: each thread reads elements of others, waits, and writes its own. On a CPU, they are
// instructions on vectors where everything but the elements is known, for the sizes of blocks that this file names; the
// same kernels run in blocks of another size, and where a number of steps or a distance is an argument.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O2 -march=x86-64-v3
// RUN: %run_kernel -O1 -g
// RUN: %run_kernel -O2 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCK = 64, BLOCKS = 5, N = BLOCK * BLOCKS };

// Sums of doubles, in both directions, in two arrays.
offload_kernel void both_ways(int n, const double in[n], double out[n]) {
    offload_shared double up[BLOCK];
    offload_shared double down[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    up[me] = down[me] = in[i];
    offload_barrier();
    for (unsigned d = 1; d < BLOCK; d *= 2) {
        double left = 0, right = 0;
        if (me >= d)
            left = up[me - d];
        if (me + d < BLOCK)
            right = down[me + d];
        offload_barrier();
        up[me] += left;
        down[me] += right;
        offload_barrier();
    }
    out[i] = up[me] * 3 - down[me];
}

// Odd-even sort: neighbours are exchanged in turns. The element that a thread writes is not always its own.
offload_kernel void sort(int n, const short in[n], short out[n]) {
    offload_shared short keys[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    keys[me] = in[i];
    offload_barrier();
    for (unsigned step = 0; step < 16; step++) {
        unsigned partner = (step & 1) ? (me + 1) ^ 1 : me ^ 1;
        partner = (step & 1) ? partner - 1 : partner;
        short mine = keys[me], other = partner < BLOCK ? keys[partner] : mine;
        short low = mine < other ? mine : other, high = mine < other ? other : mine;
        offload_barrier();
        if (partner < BLOCK)
            keys[me] = me < partner ? low : high;
        offload_barrier();
    }
    out[i] = keys[me];
}

// Blocks and an array in two dimensions, an argument, and threads whose elements are exchanged.
offload_kernel void turn(int n, int factor, const int in[n], int out[n]) {
    offload_shared int tile[9][8];
    unsigned column = offload_thread_id(0), row = offload_thread_id(1), me = row * 8 + column,
             i = offload_block_id(0) * BLOCK + me;
    tile[row + 1][column] = in[i];
    if (me < 8)
        tile[0][me] = (int)me;
    offload_barrier();
    for (int step = 0; step < 6; step++) {
        int above = tile[row][column], across = tile[column + 1][row];
        offload_barrier();
        tile[row + 1][7 - column] = above + factor * across + step;
        offload_barrier();
    }
    out[i] = tile[row + 1][column];
}

// The steps depend on an argument.
offload_kernel void some(int n, unsigned most, const int in[n], int out[n]) {
    offload_shared int sums[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    sums[me] = in[i];
    offload_barrier();
    for (unsigned d = 1; d < most; d *= 2) {
        int left = me >= d ? sums[me - d] : 0;
        offload_barrier();
        sums[me] += left;
        offload_barrier();
    }
    out[i] = sums[me];
}

// The last step's value is used after the loop.
offload_kernel void last(int n, const int in[n], int out[n]) {
    offload_shared int values[BLOCK];
    unsigned me = offload_thread_id(0), i = offload_global_id(0);
    int left = 0;
    values[me] = in[i];
    offload_barrier();
    for (unsigned d = 1; d < 8; d++) {
        left = me >= d ? values[me - d] : -1;
        offload_barrier();
        values[me] = left + (int)d;
        offload_barrier();
    }
    out[i] = left * 100 + values[me];
}

static double doubles[N], sums[N];
static int ints[N], results[N];
static short shorts[N], sorted[N];

static void check_both_ways(int block) {
    for (int i = 0; i < N; i++) {
        double up = 0, down = 0;
        int first = i / block * block;
        for (int k = first; k < first + block; k++) {
            up += k <= i ? doubles[k] : 0;
            down += k >= i ? doubles[k] : 0;
        }
        EQUAL(sums[i], up * 3 - down);
    }
}

static void check_sort(int block) {
    for (int first = 0; first < N; first += block) {
        short keys[BLOCK];
        for (int k = 0; k < block; k++)
            keys[k] = shorts[first + k];
        for (int step = 0; step < 16; step++)
            for (int k = step & 1; k + 1 < block; k += 2)
                if (keys[k] > keys[k + 1]) {
                    short other = keys[k];
                    keys[k] = keys[k + 1];
                    keys[k + 1] = other;
                }
        for (int k = 0; k < block; k++)
            EQUAL(sorted[first + k], keys[k]);
    }
}

static void check_turn(void) {
    for (int first = 0; first < N; first += BLOCK) {
        int tile[9][8], before[9][8];
        for (int c = 0; c < 8; c++)
            tile[0][c] = c;
        for (int k = 0; k < BLOCK; k++)
            tile[k / 8 + 1][k % 8] = ints[first + k];
        for (int step = 0; step < 6; step++) {
            for (int k = 0; k < 72; k++)
                before[k / 8][k % 8] = tile[k / 8][k % 8];
            for (int r = 0; r < 8; r++)
                for (int c = 0; c < 8; c++)
                    tile[r + 1][7 - c] = before[r][c] + 2 * before[c + 1][r] + step;
        }
        for (int k = 0; k < BLOCK; k++)
            EQUAL(results[first + k], tile[k / 8 + 1][k % 8]);
    }
}

static void check_some(int most) {
    for (int i = 0; i < N; i++) {
        int sum = 0, first = i / BLOCK * BLOCK, reach = 1;
        while (reach < most)
            reach *= 2;
        for (int k = i; k >= first && k > i - reach; k--)
            sum += ints[k];
        EQUAL(results[i], sum);
    }
}

static void check_last(void) {
    for (int first = 0; first < N; first += BLOCK) {
        int values[BLOCK], left[BLOCK];
        for (int k = 0; k < BLOCK; k++)
            values[k] = ints[first + k];
        for (int d = 1; d < 8; d++) {
            for (int k = 0; k < BLOCK; k++)
                left[k] = k >= d ? values[k - d] : -1;
            for (int k = 0; k < BLOCK; k++)
                values[k] = left[k] + d;
        }
        for (int k = 0; k < BLOCK; k++)
            EQUAL(results[first + k], left[k] * 100 + values[k]);
    }
}

int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < N; i++) {
        ints[i] = i * 37 % 101;
        shorts[i] = (short)(i * 7919 % 1009 - 500);
        doubles[i] = i * 31 % 97;
    }
    offload(both_ways, .threads = {N}, .block_size = {BLOCK})(N, doubles, sums);
    check_both_ways(BLOCK);
    offload(sort, .threads = {N}, .block_size = {BLOCK})(N, shorts, sorted);
    check_sort(BLOCK);
    offload(turn, .blocks = {BLOCKS}, .block_size = {8, 8})(N, 2, ints, results);
    check_turn();
    for (unsigned most = 1; most <= BLOCK; most += 21) {
        offload(some, .threads = {N}, .block_size = {BLOCK})(N, most, ints, results);
        check_some((int)most);
    }
    offload(last, .threads = {N}, .block_size = {BLOCK})(N, ints, results);
    check_last();
    // The compiler does not know this size.
    unsigned other = (unsigned)argc * BLOCK;
    offload(last, .threads = {N}, .block_size = {other})(N, ints, results);
    check_last();
    offload(both_ways, .threads = {N}, .block_size = {other})(N, doubles, sums);
    check_both_ways(BLOCK);
    return finish();
}
