// memcpy, memmove, memset and memcmp: sizes the compiler knows and does not, overlapping, in arrays,
// private and shared memory.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { ROW = 67, N = 300 };

struct record {
    char name[20];
    double values[3];
};

offload_kernel void copies(int n, const unsigned char from[n][ROW], unsigned char to[n][ROW]) {
    size_t i = offload_global_id(0), size = i % ROW;
    if (i >= (size_t)n)
        return;
    unsigned char line[ROW];
    memset(line, (int)i, sizeof line);
    memcpy(line, from[i], size);
    memmove(line + 3, line, size < ROW - 3 ? size : ROW - 3);
    memmove(line, line + 1, size / 2);
    memset(line + ROW - 5, 300, i % 5);
    memcpy(to[i], line, ROW);
}

offload_kernel void compares(int n, const unsigned char from[n][ROW], int out[n]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    int other = memcmp(from[i], from[(i + 1) % (size_t)n], i % ROW);
    int same = memcmp(from[i], from[i], ROW);
    out[i] = (other > 0) - (other < 0) + 10 * same;
}

offload_kernel void structs(int n, const struct record from[n], struct record to[n]) {
    offload_shared struct record kept[32];
    size_t i = offload_global_id(0);
    unsigned me = offload_thread_id(0);
    memcpy(&kept[me], &from[i], sizeof *kept);
    offload_barrier();
    struct record r = kept[31 - me];
    memmove(&r.values[0], &r.values[1], 2 * sizeof *r.values);
    memset(&r.values[2], 0, sizeof r.values[2]);
    to[i] = r;
}

static unsigned char from[N][ROW], to[N][ROW];
static int out[N];
static struct record records[96], moved[96];

int main(void) {
    for (int i = 0; i < N * ROW; i++)
        from[i / ROW][i % ROW] = (unsigned char)(i % ROW < 5 ? 7 : i * 131 / 7);
    offload(copies, .threads = {N})(N, from, to);
    for (int i = 0; i < N; i++) {
        unsigned char line[ROW];
        size_t size = (size_t)(i % ROW);
        memset(line, i, sizeof line);
        memcpy(line, from[i], size);
        memmove(line + 3, line, size < ROW - 3 ? size : ROW - 3);
        memmove(line, line + 1, size / 2);
        memset(line + ROW - 5, 300, (size_t)(i % 5));
        CHECK(memcmp(line, to[i], ROW) == 0, "row %d", i);
    }
    offload(compares, .threads = {N})(N, from, out);
    for (int i = 0; i < N; i++) {
        int other = memcmp(from[i], from[(i + 1) % N], (size_t)(i % ROW));
        EQUAL(out[i], (other > 0) - (other < 0));
    }
    for (int i = 0; i < 96; i++) {
        snprintf(records[i].name, sizeof records[i].name, "record %d", i);
        for (int k = 0; k < 3; k++)
            records[i].values[k] = i + k / 4.0;
    }
    offload(structs, .blocks = {3}, .block_size = {32})(96, records, moved);
    for (int i = 0; i < 96; i++) {
        struct record *r = &records[i / 32 * 32 + 31 - i % 32];
        CHECK(strcmp(moved[i].name, r->name) == 0, "%d: %s", i, moved[i].name);
        CHECK(moved[i].values[0] == r->values[1] && moved[i].values[1] == r->values[2] &&
                  moved[i].values[2] == 0,
              "%d", i);
    }
    return finish();
}
