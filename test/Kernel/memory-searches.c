// The rest of <string.h>'s memory functions, and those of <strings.h>: searches, copies that stop, comparisons for equality
// alone, which LLVM makes calls of bcmp.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O3 -march=native
// RUN: %run_kernel -O2 -D_FORTIFY_SOURCE=3
#define _GNU_SOURCE
#include <offload.h>
#include <string.h>
#include <strings.h>

#include "Inputs/check.h"

enum { ROW = 40, N = 200, RESULTS = 10 };

// An offset, or -1: what a search returned.
static int offset(const void *found, const unsigned char *from) {
    return found ? (int)((const unsigned char *)found - from) : -1;
}

static void search(const unsigned char row[ROW], const unsigned char next[ROW], size_t size,
                   int out[RESULTS]) {
    out[0] = memcmp(row, next, size) != 0;
    out[1] = !memcmp(row, next, size / 8);
    out[2] = offset(memchr(row, 0x103, size), row); // its lowest byte counts
    out[3] = offset(memrchr(row, 3, size), row);
    out[4] = offset(memmem(row, size, next, size % 3), row);
    out[5] = offset(rawmemchr(row, row[ROW / 2]), row);
    out[6] = bcmp(row, next, size) != 0;
    out[7] = memcmp(row, next, 16) == 0;
    out[8] = offset(memchr(row, 200, 0), row);
    out[9] = offset(memmem(row, 1, row, 2), row);
}

static void copy(const unsigned char row[ROW], size_t size, unsigned char to[ROW], int out[RESULTS]) {
    unsigned char line[ROW], other[ROW];
    memset(line, 9, sizeof line);
    bzero(other, sizeof other);
    out[0] += 100 * offset(memccpy(line, row, 3, size), line);
    out[1] += 100 * offset(mempcpy(other, line, size), other);
    bcopy(other, other + 1, size < ROW ? size : ROW - 1);
    explicit_bzero(line, size);
    for (int i = 0; i < ROW; i++)
        to[i] = (unsigned char)(other[i] + line[i]);
}

offload_kernel void all(int n, const unsigned char rows[n][ROW], unsigned char to[n][ROW],
                        int out[n][RESULTS]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    search(rows[i], rows[(i + 1) % (size_t)n], i % ROW, out[i]);
    copy(rows[i], i % ROW, to[i], out[i]);
}

static unsigned char rows[N][ROW], to[N][ROW];
static int out[N][RESULTS];

int main(void) {
    for (int i = 0; i < N * ROW; i++)
        rows[i / ROW][i % ROW] = (unsigned char)((i % ROW < 5 ? i % 3 : i * 131 / 7) % 7);
    offload(all, .threads = {N})(N, rows, to, out);
    for (int i = 0; i < N; i++) {
        unsigned char line[ROW];
        int expected[RESULTS];
        search(rows[i], rows[(i + 1) % N], (size_t)(i % ROW), expected);
        copy(rows[i], (size_t)(i % ROW), line, expected);
        CHECK(memcmp(line, to[i], ROW) == 0, "row %d", i);
        for (int k = 0; k < RESULTS; k++)
            CHECK(out[i][k] == expected[k], "%d: result %d is %d, not %d", i, k, out[i][k], expected[k]);
    }
    return finish();
}
