// Ids, sizes and counts in x, y and z, in blocks and grids of every shape; each thread runs once.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

// What one thread finds.
struct place {
    unsigned thread[3], block[3], size[3], count[3];
    size_t id[3], total[3];
    unsigned runs;
};

offload_kernel void look(size_t n, struct place places[n]) {
    size_t me = offload_global_id(0) +
                offload_global_size(0) *
                    (offload_global_id(1) + offload_global_size(1) * offload_global_id(2));
    if (me >= n)
        return;
    struct place *p = &places[me];
    for (int d = 0; d < 3; d++) {
        p->thread[d] = offload_thread_id(d);
        p->block[d] = offload_block_id(d);
        p->size[d] = offload_block_size(d);
        p->count[d] = offload_block_count(d);
        p->id[d] = offload_global_id(d);
        p->total[d] = offload_global_size(d);
    }
    p->runs++;
}

static struct place places[1 << 15];

static void launch(const unsigned blocks[3], const unsigned size[3]) {
    memset(places, 0, sizeof places);
    size_t n = (size_t)blocks[0] * blocks[1] * blocks[2] * size[0] * size[1] * size[2];
    CHECK(n <= sizeof places / sizeof *places, "%zu", n);
    offload(look, .blocks = {blocks[0], blocks[1], blocks[2]},
            .block_size = {size[0], size[1], size[2]})(n, places);
    for (size_t i = 0; i < n; i++) {
        size_t rest = i;
        EQUAL(places[i].runs, 1);
        for (int d = 0; d < 3; d++) {
            size_t total = (size_t)blocks[d] * size[d], id = rest % total;
            rest /= total;
            EQUAL(places[i].id[d], id);
            EQUAL(places[i].total[d], total);
            EQUAL(places[i].thread[d], id % size[d]);
            EQUAL(places[i].block[d], id / size[d]);
            EQUAL(places[i].size[d], size[d]);
            EQUAL(places[i].count[d], blocks[d]);
        }
    }
}

int main(void) {
    static const unsigned shapes[][2][3] = {
        {{1, 1, 1}, {1, 1, 1}},    {{7, 1, 1}, {1, 1, 1}},   {{1, 1, 1}, {7, 1, 1}},
        {{1, 1, 1}, {1, 7, 1}},    {{1, 1, 1}, {1, 1, 7}},   {{3, 5, 7}, {1, 1, 1}},
        {{2, 3, 4}, {5, 3, 2}},    {{4, 3, 2}, {3, 5, 7}},   {{1, 1, 1}, {1024, 1, 1}},
        {{1, 1, 1}, {1, 1024, 1}}, {{2, 1, 2}, {1, 16, 64}}, {{31, 1, 1}, {33, 1, 1}},
        {{1, 31, 1}, {1, 33, 1}},  {{1, 1, 31}, {1, 1, 33}}, {{2, 2, 2}, {8, 8, 8}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        launch(shapes[i][0], shapes[i][1]);
    // Block sizes that the compiler sees.
    memset(places, 0, sizeof places);
    offload(look, .blocks = {2, 3}, .block_size = {5, 7, 3})(630, places);
    for (int i = 0; i < 630; i++)
        CHECK(places[i].runs == 1 && places[i].size[2] == 3 && places[i].count[1] == 3, "%d", i);
    return finish();
}
