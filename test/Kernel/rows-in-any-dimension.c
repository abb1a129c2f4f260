// A kernel whose first dimension goes from row to row of its arrays, as the outermost of nested
// loops does, computes what one does whose first dimension goes along the rows; so do the numbers
// of its threads and blocks.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { ROWS = 37, COLUMNS = 83, LAYERS = 11 };

offload_kernel void product(int rows, int columns, int depth, const int a[rows][depth],
                            const int b[depth][columns], int c[rows][columns]) {
    int i = (int)offload_global_id(0), j = (int)offload_global_id(1);
    if (i >= rows || j >= columns)
        return;
    int sum = 0;
    for (int k = 0; k < depth; k++)
        sum += a[i][k] * b[k][j];
    c[i][j] = sum;
}

// The interior; the threads outside of it do nothing.
offload_kernel void spread(int n, int rows, int columns, const int in[n][rows][columns],
                           int out[n][rows][columns]) {
    int i = (int)offload_global_id(0), j = (int)offload_global_id(1),
        k = (int)offload_global_id(2);
    if (i >= 1 && i < n - 1 && j >= 1 && j < rows - 1 && k >= 1 && k < columns - 1)
        out[i][j][k] = in[i - 1][j][k] + 2 * in[i + 1][j][k] + 3 * in[i][j - 1][k] +
                       4 * in[i][j + 1][k] + 5 * in[i][j][k - 1] + 6 * in[i][j][k + 1];
}

struct place {
    unsigned thread[2], block[2], size[2], count[2];
};

offload_kernel void places(size_t rows, size_t columns,
                           offload_out struct place out[rows][columns]) {
    size_t i = offload_block_id(0) * offload_block_size(0) + offload_thread_id(0);
    size_t j = offload_block_id(1) * offload_block_size(1) + offload_thread_id(1);
    if (i >= rows || j >= columns)
        return;
    for (int d = 0; d < 2; d++) {
        out[i][j].thread[d] = d ? offload_thread_id(1) : offload_thread_id(0);
        out[i][j].block[d] = d ? offload_block_id(1) : offload_block_id(0);
        out[i][j].size[d] = d ? offload_block_size(1) : offload_block_size(0);
        out[i][j].count[d] = d ? offload_block_count(1) : offload_block_count(0);
    }
}

static int a[ROWS][LAYERS], b[LAYERS][COLUMNS], c[ROWS][COLUMNS];
static int in[LAYERS][ROWS][COLUMNS], out[LAYERS][ROWS][COLUMNS];
static struct place found[ROWS][COLUMNS];

static int expected_product(int i, int j) {
    int sum = 0;
    for (int k = 0; k < LAYERS; k++)
        sum += a[i][k] * b[k][j];
    return sum;
}

static int expected_spread(int i, int j, int k) {
    if (i < 1 || i >= LAYERS - 1 || j < 1 || j >= ROWS - 1 || k < 1 || k >= COLUMNS - 1)
        return -1;
    return in[i - 1][j][k] + 2 * in[i + 1][j][k] + 3 * in[i][j - 1][k] + 4 * in[i][j + 1][k] +
           5 * in[i][j][k - 1] + 6 * in[i][j][k + 1];
}

static void check_product(void) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            EQUAL(c[i][j], expected_product(i, j));
            c[i][j] = -1;
        }
}

static void check_spread(void) {
    for (int i = 0; i < LAYERS; i++)
        for (int j = 0; j < ROWS; j++)
            for (int k = 0; k < COLUMNS; k++) {
                EQUAL(out[i][j][k], expected_spread(i, j, k));
                out[i][j][k] = -1;
            }
}

static void check_places(unsigned height, unsigned width) {
    offload(places, .threads = {ROWS, COLUMNS}, .block_size = {height, width})(ROWS, COLUMNS,
                                                                               found);
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLUMNS; j++) {
            EQUAL(found[i][j].thread[0], i % height);
            EQUAL(found[i][j].thread[1], j % width);
            EQUAL(found[i][j].block[0], i / height);
            EQUAL(found[i][j].block[1], j / width);
            EQUAL(found[i][j].size[0], height);
            EQUAL(found[i][j].size[1], width);
            EQUAL(found[i][j].count[0], (ROWS + height - 1) / height);
            EQUAL(found[i][j].count[1], (COLUMNS + width - 1) / width);
        }
}

int main(void) {
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < LAYERS; k++)
            a[i][k] = i * 3 - k;
    for (int k = 0; k < LAYERS; k++)
        for (int j = 0; j < COLUMNS; j++)
            b[k][j] = j - k * 5;
    for (int i = 0; i < LAYERS; i++)
        for (int j = 0; j < ROWS; j++)
            for (int k = 0; k < COLUMNS; k++) {
                in[i][j][k] = i * 1000 + j * 100 + k;
                out[i][j][k] = -1;
            }
    offload(product, .threads = {ROWS, COLUMNS})(ROWS, COLUMNS, LAYERS, a, b, c);
    check_product();
    offload(product, .threads = {ROWS, COLUMNS}, .block_size = {4, 8})(ROWS, COLUMNS, LAYERS, a, b,
                                                                       c);
    check_product();
    offload(spread, .threads = {LAYERS, ROWS, COLUMNS})(LAYERS, ROWS, COLUMNS, in, out);
    check_spread();
    offload(spread, .threads = {LAYERS, ROWS, COLUMNS}, .block_size = {4, 2, 4})(LAYERS, ROWS,
                                                                                 COLUMNS, in, out);
    check_spread();
    check_places(1, 1);
    check_places(8, 4);
    check_places(ROWS, 2);
    return finish();
}
