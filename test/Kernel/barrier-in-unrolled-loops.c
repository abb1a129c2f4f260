// Loops with barriers that a pragma has unrolled: of fewer turns than that, as many, and turns that
// remain.
//
// RUN: %run_kernel -O2 -Wno-pass-failed -Wno-offload-divergent-barrier
// RUN: %run_kernel -O0 -Wno-pass-failed -Wno-offload-divergent-barrier
// RUN: %run_kernel -O1 -Wno-pass-failed -Wno-offload-divergent-barrier
// RUN: %run_kernel -O3 -Wno-pass-failed -Wno-offload-divergent-barrier
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>

#include "Inputs/check.h"

enum { RADIUS = 2, SIZE = 32, BLOCKS = 3, N = SIZE * BLOCKS, WIDTH = N + 2 * RADIUS, MOST = 100 };

// Each thread goes through all planes. It has its column's values of the planes around in
// registers, and the block's values of the plane in shared memory.
offload_kernel void stencil(int planes, const int in[planes + 2 * RADIUS][WIDTH],
                            int out[planes][WIDTH]) {
    offload_shared int row[SIZE + 2 * RADIUS];
    int me = (int)offload_thread_id(0), x = (int)offload_global_id(0) + RADIUS;
    int column[2 * RADIUS + 1];
    for (int i = 0; i < 2 * RADIUS; i++)
        column[i + 1] = in[i][x];
#pragma unroll 9
    for (int z = 0; z < planes; z++) {
        for (int i = 0; i < 2 * RADIUS; i++)
            column[i] = column[i + 1];
        column[2 * RADIUS] = in[z + 2 * RADIUS][x];
        offload_barrier();
        if (me < RADIUS) {
            row[me] = in[z + RADIUS][x - RADIUS];
            row[me + RADIUS + SIZE] = in[z + RADIUS][x + SIZE];
        }
        row[me + RADIUS] = column[RADIUS];
        offload_barrier();
        int sum = 0;
        for (int i = 0; i <= 2 * RADIUS; i++)
            sum += (i + 1) * column[i] + (i + 7) * row[me + i];
        out[z][x] = sum;
    }
}

struct turns {
    int outer, inner;
};

// Threads pass their values on. After r turns, thread i has the sum of a[i] to a[i + r].
offload_kernel void nested(struct turns turns, int n, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int sum = a[offload_global_id(0)];
    pass[me] = sum;
#pragma unroll 2
    for (int o = 0; o < turns.outer; o++)
#pragma unroll 3
        for (int i = 0; i < turns.inner; i++) {
            offload_barrier();
            int value = pass[(me + 1) % SIZE];
            offload_barrier();
            pass[me] = value;
            sum += value;
        }
    a[offload_global_id(0)] = sum;
}

// In each turn some of the threads do something else, for different times.
offload_kernel void parting(int turns, int n, int a[n]) {
    offload_shared int pass[SIZE];
    int me = (int)offload_thread_id(0), sum = a[offload_global_id(0)];
    pass[me] = sum;
#pragma unroll 4
    for (int r = 0; r < turns; r++) {
        offload_barrier();
        int value = 0;
#pragma unroll 4
        for (int i = 0; i <= me; i++)
            value += i == me ? pass[(me + 1) % SIZE] : 0;
        if ((me + r) % 3 == 0)
            value = pass[(me + 1) % SIZE];
        offload_barrier();
        pass[me] = value;
        sum += value;
    }
    a[offload_global_id(0)] = sum;
}

// The last threads have returned; the others pass their values on.
offload_kernel void returned(int turns, int n, int a[n]) {
    enum { LEFT = SIZE - 5 };
    offload_shared int pass[SIZE];
    int me = (int)offload_thread_id(0), sum = a[offload_global_id(0)];
    if (me >= LEFT)
        return;
    pass[me] = sum;
#pragma unroll 4
    for (int r = 0; r < turns; r++) {
        offload_barrier();
        int value = pass[(me + 1) % LEFT];
        offload_barrier();
        pass[me] = value;
        sum += value;
    }
    a[offload_global_id(0)] = sum;
}

static int in[MOST + 2 * RADIUS][WIDTH], out[MOST][WIDTH], a[N];

static void check_stencil(int planes) {
    for (int z = 0; z < MOST; z++)
        for (int x = 0; x < WIDTH; x++)
            out[z][x] = -1;
    offload(stencil, .blocks = {BLOCKS}, .block_size = {SIZE})(planes, in, out);
    for (int z = 0; z < MOST; z++)
        for (int x = RADIUS; x < N + RADIUS; x++) {
            int sum = 0;
            for (int i = 0; i <= 2 * RADIUS; i++)
                sum += (i + 1) * in[z + i][x] + (i + 7) * in[z + RADIUS][x + i - RADIUS];
            EQUAL(out[z][x], z < planes ? sum : -1);
        }
}

static void fill(void) {
    for (int i = 0; i < N; i++)
        a[i] = i * i;
}

// Of the first threads of each block, which pass on their values; the others have theirs.
static void check_sums(int turns, int threads) {
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int r = 0; r <= (i % SIZE < threads ? turns : 0); r++) {
            int from = i % SIZE < threads ? i / SIZE * SIZE + (i % SIZE + r) % threads : i;
            sum += from * from;
        }
        EQUAL(a[i], sum);
    }
}

int main(void) {
    for (int z = 0; z < MOST + 2 * RADIUS; z++)
        for (int x = 0; x < WIDTH; x++)
            in[z][x] = (z * 31 + x * 17) % 101;
    static const int numbers[] = {0, 1, 8, 9, 10, 100};
    for (int i = 0; i < 6; i++) {
        check_stencil(numbers[i]);
        fill();
        offload(parting, .blocks = {BLOCKS}, .block_size = {SIZE})(numbers[i], N, a);
        check_sums(numbers[i], SIZE);
        fill();
        offload(returned, .blocks = {BLOCKS}, .block_size = {SIZE})(numbers[i], N, a);
        check_sums(numbers[i], SIZE - 5);
    }
    for (int outer = 0; outer < 4; outer++)
        for (int inner = 0; inner < 8; inner++) {
            fill();
            offload(nested, .blocks = {BLOCKS}, .block_size = {SIZE})((struct turns){outer, inner},
                                                                      N, a);
            check_sums(outer * inner, SIZE);
        }
    return finish();
}
