// The best alignment of two sequences (Needleman-Wunsch), a diagonal of blocks at a time, as in
// Rodinia.
//     nw [SIZE [PENALTY]]; the size is a multiple of 16
#include "../data.h"

#include <offload.h>

#define BLOCK 16

static int largest(int a, int b, int c) {
    int larger = a > b ? a : b;
    return larger > c ? larger : c;
}

// The blocks of a diagonal; the block x = left, y = bottom is the first.
offload_kernel offload_block_limit(BLOCK) void diagonal(size_t columns, size_t left, size_t bottom,
                                                        int penalty,
                                                        const int similar[columns * columns],
                                                        int score[columns * columns]) {
    offload_shared int tile[BLOCK + 1][BLOCK + 1];
    size_t t = offload_thread_id(0);
    size_t x = left + offload_block_id(0), y = bottom - offload_block_id(0);
    size_t corner = y * BLOCK * columns + x * BLOCK;
    if (t == 0)
        tile[0][0] = score[corner];
    tile[0][t + 1] = score[corner + t + 1];
    tile[t + 1][0] = score[corner + (t + 1) * columns];
    offload_barrier();
    for (size_t step = 0; step < 2 * BLOCK - 1; step++) {
        if (t <= step && step - t < BLOCK) {
            size_t row = step - t + 1, column = t + 1;
            tile[row][column] =
                largest(tile[row - 1][column - 1] + similar[corner + row * columns + column],
                        tile[row][column - 1] - penalty, tile[row - 1][column] - penalty);
        }
        offload_barrier();
    }
    for (size_t row = 1; row <= BLOCK; row++)
        score[corner + row * columns + t + 1] = tile[row][t + 1];
}

void fill(size_t columns, int penalty, int *score, int *similar) {
    size_t blocks = (columns - 1) / BLOCK;
#ifdef REGION
    offload_data(offload_tofrom(score, columns * columns), offload_to(similar, columns * columns))
#endif
    {
        for (size_t i = 1; i <= blocks; i++)
            offload(diagonal, .blocks = {(unsigned int)i},
                    .block_size = {BLOCK})(columns, 0, i - 1, penalty, similar, score);
        puts("lower right half");
        for (size_t i = blocks - 1; i >= 1; i--)
            offload(diagonal, .blocks = {(unsigned int)i}, .block_size = {BLOCK})(
                columns, blocks - i, blocks - 1, penalty, similar, score);
    }
}

// Goes the best way back from the end, and returns a sum of the scores on it.
long trace_back(size_t columns, int penalty, const int *score, const int *similar) {
    const int never = -1000000;
    size_t i = columns - 2, j = columns - 2;
    long sum = score[i * columns + j];
    for (long step = 1; i > 0 || j > 0; step++) {
        int across = never, left = never, up = never;
        if (i > 0 && j > 0)
            across = score[(i - 1) * columns + j - 1] + similar[i * columns + j];
        if (j > 0)
            left = score[i * columns + j - 1] - penalty;
        if (i > 0)
            up = score[(i - 1) * columns + j] - penalty;
        int best = largest(across, left, up);
        if (best == across)
            i--, j--;
        else if (best == left)
            j--;
        else
            i--;
        sum += step % 7 * score[i * columns + j];
    }
    return sum;
}

int main(int argc, char **argv) {
    size_t columns = (argc > 1 ? strtoul(argv[1], NULL, 10) : 256) + 1;
    int penalty = argc > 2 ? atoi(argv[2]) : 10;
    int *similar = malloc(columns * columns * sizeof *similar);
    int *score = malloc(columns * columns * sizeof *score);
    for (size_t i = 0; i < columns; i++) {
        for (size_t j = 0; j < columns; j++) {
            unsigned int a = scatter(i) % 24, b = scatter(columns + j) % 24;
            similar[i * columns + j] = a == b ? 6 : (int)(scatter(a * b) % 6) - 4;
            score[i * columns + j] = 0;
        }
    }
    for (size_t i = 1; i < columns; i++) {
        score[i * columns] = -(int)i * penalty;
        score[i] = -(int)i * penalty;
    }

    puts("upper left half");
    double start = now();
    fill(columns, penalty, score, similar);
    fprintf(stderr, "seconds: %g\n", now() - start);
    printf("%ld\n", trace_back(columns, penalty, score, similar));
    free(similar);
    free(score);
    return 0;
}
