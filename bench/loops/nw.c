// After Rodinia's nw: the best alignment of two sequences. Blocks of a diagonal are computed at
// once, and the diagonals of a block by its threads, in shared memory.
#include "loops.h"

enum { TILE = 16, PENALTY = 10 };

static INDEX n = 1024; // a multiple of TILE
static int *score, *reference;

static inline int largest(int a, int b, int c) {
    int most = a > b ? a : b;
    return most > c ? most : c;
}

#ifdef OPENMP
static void block(INDEX size, int S[size + 1][size + 1], const int Ref[size + 1][size + 1],
                  INDEX top, INDEX left) {
    for (INDEX i = top + 1; i <= top + TILE; i++)
        for (INDEX j = left + 1; j <= left + TILE; j++)
            S[i][j] =
                largest(S[i - 1][j - 1] + Ref[i][j], S[i][j - 1] - PENALTY, S[i - 1][j] - PENALTY);
}
static void compute(void) {
    INDEX blocks = n / TILE;
    for (INDEX d = 0; d < 2 * blocks - 1; d++) {
        INDEX first = d < blocks ? 0 : d - blocks + 1, last = d < blocks ? d : blocks - 1;
#pragma omp parallel for
        for (INDEX b = first; b <= last; b++)
            block(n, (int (*)[n + 1]) score, (const int (*)[n + 1]) reference, b * TILE,
                  (d - b) * TILE);
    }
}
#else
static offload_kernel void diagonal(INDEX size, int S[size + 1][size + 1],
                                    const int Ref[size + 1][size + 1], INDEX d, INDEX first) {
    offload_shared int s[TILE + 1][TILE + 1], ref[TILE][TILE];
    INDEX t = THREAD_ID(0), b = first + BLOCK_ID(0);
    INDEX top = b * TILE, left = (d - b) * TILE;
    if (t == 0)
        s[0][0] = S[top][left];
    for (INDEX k = 0; k < TILE; k++)
        ref[k][t] = Ref[top + k + 1][left + t + 1];
    s[t + 1][0] = S[top + t + 1][left];
    s[0][t + 1] = S[top][left + t + 1];
    offload_barrier();
    for (INDEX m = 0; m < TILE; m++) {
        if (t <= m) {
            INDEX x = t + 1, y = m - t + 1;
            s[y][x] = largest(s[y - 1][x - 1] + ref[y - 1][x - 1], s[y][x - 1] - PENALTY,
                              s[y - 1][x] - PENALTY);
        }
        offload_barrier();
    }
    for (INDEX m = TILE - 1; m-- > 0;) {
        if (t <= m) {
            INDEX x = t + TILE - m, y = TILE - t;
            s[y][x] = largest(s[y - 1][x - 1] + ref[y - 1][x - 1], s[y][x - 1] - PENALTY,
                              s[y - 1][x] - PENALTY);
        }
        offload_barrier();
    }
    for (INDEX k = 0; k < TILE; k++)
        S[top + k + 1][left + t + 1] = s[k + 1][t + 1];
}
static void compute(void) {
    INDEX blocks = n / TILE;
    for (INDEX d = 0; d < 2 * blocks - 1; d++) {
        INDEX first = d < blocks ? 0 : d - blocks + 1, last = d < blocks ? d : blocks - 1;
        offload(diagonal, .blocks = {(unsigned)(last - first + 1)}, .block_size = {TILE})(
            n, (int (*)[n + 1]) score, (const int (*)[n + 1]) reference, d, first);
    }
}
#endif

static void run(void) {
    compute();
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    size_t count = (size_t)(n + 1) * (size_t)(n + 1);
    score = (int *)allocate(count * sizeof *score);
    reference = (int *)allocate(count * sizeof *reference);
    for (size_t i = 0; i < count; i++) {
        reference[i] = (int)(scatter(i) % 20) - 8;
        score[i] = 0;
    }
    for (size_t i = 0; i <= (size_t)n; i++)
        score[i] = score[i * (size_t)(n + 1)] = -(int)i * PENALTY;
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)(n + 1) * (size_t)(n + 1), score[i]);
    return sum;
}
