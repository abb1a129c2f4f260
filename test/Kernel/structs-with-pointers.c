// Structs with pointers: by value, in arrays, nested, behind pointers of structs; buffers that they
// share; null pointers.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { ROWS = 40, COLUMNS = 30, PARTS = 50 };

struct matrix {
    int rows, columns;
    const double *in offload_count(rows * columns);
    double *sums offload_count(rows);
};
struct part {
    unsigned n;
    float *data __counted_by(n);
    const float *weights offload_count_or_null(n);
};
struct group {
    struct {
        long count;
        struct part *parts __counted_by(count);
    } in;
    struct part own[2];
    float total;
};

offload_kernel void sum_rows(struct matrix m)
{
    int row = (int)offload_global_id(0);
    if (row >= m.rows)
        return;
    double sum = 0;
    for (int i = 0; i < m.columns; i++)
        sum += m.in[row * m.columns + i];
    m.sums[row] = sum;
}

static void weigh(const struct part *part)
{
    for (unsigned i = offload_thread_id(0); i < part->n; i += offload_block_size(0))
        part->data[i] *= part->weights ? part->weights[i] : 2;
}

// A block for each part; the last two are the group's own.
offload_kernel void weigh_all(struct group g[1])
{
    long block = offload_block_id(0);
    weigh(block < g->in.count ? &g->in.parts[block] : &g->own[block - g->in.count]);
    if (block == 0 && offload_thread_id(0) == 0)
        g->total = (float)g->in.count;
}

static void check_matrix(void)
{
    static double in[ROWS * COLUMNS], sums[ROWS];
    for (int i = 0; i < ROWS * COLUMNS; i++)
        in[i] = i;
    offload(sum_rows, .threads = {ROWS})((struct matrix){ROWS, COLUMNS, in, sums});
    for (int row = 0; row < ROWS; row++)
        CHECK(sums[row] == COLUMNS * (row * COLUMNS + (COLUMNS - 1) / 2.0), "%d", row);
}

static void check_groups(void)
{
    static float data[PARTS + 2][10], weights[10];
    static struct part parts[PARTS];
    for (int i = 0; i < 10; i++)
        weights[i] = (float)i;
    for (int i = 0; i < PARTS + 2; i++)
        for (int j = 0; j < 10; j++)
            data[i][j] = (float)(i + 1);
    for (int i = 0; i < PARTS; i++)
        parts[i] = (struct part){(unsigned)i % 11, data[i], i % 3 ? weights : NULL};
    struct group g = {{PARTS, parts},
                      {{10, data[PARTS], weights}, {10, data[PARTS + 1], NULL}},
                      0};
    offload(weigh_all, .blocks = {PARTS + 2}, .block_size = {4})(&g);
    for (int i = 0; i < PARTS + 2; i++)
        for (int j = 0; j < 10; j++) {
            const struct part *part = i < PARTS ? &parts[i] : &g.own[i - PARTS];
            float weight = j >= (int)part->n ? 1 : part->weights ? (float)j : 2;
            CHECK(data[i][j] == (float)(i + 1) * weight, "%d, %d", i, j);
            CHECK(part->data == data[i], "%d", i);
        }
    CHECK(g.total == PARTS && g.in.parts == parts, "%g", g.total);
}

int main(void)
{
    check_matrix();
    check_groups();
    return finish();
}
