// After Rodinia's pathfinder: the cheapest way through the rows of a wall. Blocks keep their part
// of a row, and a rim of it, in shared memory for several rows.
#include "loops.h"

enum { ROWS = 101, BLOCK = 256, HEIGHT = 20 };

static INDEX columns = 100000;
static int *wall, *one, *two;

#ifdef OPENMP
static void compute(void) {
    int *from = one, *to = two;
    for (INDEX j = 0; j < columns; j++)
        from[j] = wall[j];
    for (INDEX t = 1; t < ROWS; t++) {
        const int *row = wall + t * columns;
#pragma omp parallel for simd
        for (INDEX j = 0; j < columns; j++) {
            int least = from[j];
            if (j > 0)
                least = from[j - 1] < least ? from[j - 1] : least;
            if (j < columns - 1)
                least = from[j + 1] < least ? from[j + 1] : least;
            to[j] = row[j] + least;
        }
        int *swap = from;
        from = to;
        to = swap;
    }
}
#else
static offload_kernel void rows(int n, int start, int count, const int costs[ROWS][n],
                                const int from[n], int to[n]) {
    offload_shared int before[BLOCK], after[BLOCK];
    int tx = (int)offload_thread_id(0);
    int left = (BLOCK - 2 * count) * (int)offload_block_id(0) - count, j = left + tx;
    int first = left < 0 ? -left : 0, last = left + BLOCK > n ? n - 1 - left : BLOCK - 1;
    int west = tx - 1 < first ? first : tx - 1, east = tx + 1 > last ? last : tx + 1;
    bool valid = tx >= first && tx <= last, computed = false;
    if (j >= 0 && j < n)
        before[tx] = from[j];
    offload_barrier();
    for (int i = 0; i < count; i++) {
        computed = false;
        if (tx >= i + 1 && tx <= BLOCK - i - 2 && valid) {
            computed = true;
            int least = before[west] < before[tx] ? before[west] : before[tx];
            least = before[east] < least ? before[east] : least;
            after[tx] = least + costs[start + i][j];
        }
        offload_barrier();
        if (i == count - 1)
            break;
        if (computed)
            before[tx] = after[tx];
        offload_barrier();
    }
    if (computed)
        to[j] = after[tx];
}
static void compute(void) {
    int *from = one, *to = two, n = (int)columns;
    for (int j = 0; j < n; j++)
        from[j] = wall[j];
    for (int t = 1; t < ROWS; t += HEIGHT) {
        int count = t + HEIGHT < ROWS ? HEIGHT : ROWS - t, inner = BLOCK - 2 * count;
        offload(rows, .blocks = {(unsigned)((n + inner - 1) / inner)},
                .block_size = {BLOCK})(n, t, count, (const int (*)[n])wall, from, to);
        int *swap = from;
        from = to;
        to = swap;
    }
    if (from != one)
        for (int j = 0; j < n; j++)
            one[j] = from[j];
}
#endif

static void run(void) {
    compute();
}

static void prepare(size_t size) {
    columns = size ? (INDEX)size : columns;
    wall = (int *)allocate(ROWS * (size_t)columns * sizeof *wall);
    one = (int *)allocate((size_t)columns * sizeof *one);
    two = (int *)allocate((size_t)columns * sizeof *two);
    for (size_t i = 0; i < ROWS * (size_t)columns; i++)
        wall[i] = (int)(scatter(i) % 10);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)columns, one[i]);
    return sum;
}
