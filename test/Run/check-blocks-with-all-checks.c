// -foffload-check: blocks in which a thread may be outside of an array run code with all checks. A failed check is that
// of the first access, in whichever block; where none is made outside, such blocks run as others.
//
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t
// RUN: %t
// RUN: env OMP_NUM_THREADS=1 not --crash %t last 2>&1 | FileCheck -check-prefix=LAST %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t first 2>&1 | FileCheck -check-prefix=FIRST %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t rows 2>&1 | FileCheck -check-prefix=ROWS %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t columns 2>&1 | FileCheck -check-prefix=COLUMNS %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t wraps 2>&1 | FileCheck -check-prefix=WRAPS %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t before 2>&1 | FileCheck -check-prefix=BEFORE %s
//
// LAST: moved: block: [3,0,0], thread: [3,0,0] index 100 is outside of parameter 'x' of kernel 'moved', which has 100 elements
// FIRST: moved: block: [0,0,0], thread: [0,0,0] index -1 is outside of parameter 'x' of kernel 'moved', which has 100 elements
// ROWS: rows: block: [0,3,0], thread: [0,3,0] index 256 is outside of parameter 'x' of kernel 'rows', which has 256 elements
// COLUMNS: columns: block: [3,0,0], thread: [3,0,0] index 256 is outside of parameter 'x' of kernel 'columns', which has 256 elements
// WRAPS: wraps: block: [0,0,0], thread: [1,0,0] index 4294967295 is outside of parameter 'x' of kernel 'wraps'
// BEFORE: before: block: [0,0,0], thread: [0,0,0] index -7 is outside of parameter 'x' of kernel 'before'
#include <offload.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100, SIDE = 16 };

offload_kernel void moved(int n, int by, const int used[n], const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    if (i < n && used[i])
        y[i] += x[i + by];
}

offload_kernel void rows(int n, int down, const float x[n][n], float y[n][n])
{
    int c = (int)offload_global_id(0), r = (int)offload_global_id(1);
    if (c < n && r < n)
        y[r][c] = x[r + down][c];
}

// Neighbours in y access neighbouring elements: the innermost loop runs over y, and blocks are counted in that order.
offload_kernel void columns(int n, int right, int most, const float x[n][n], float y[n][n])
{
    int r = (int)offload_global_id(0), c = (int)offload_global_id(1);
    if (r < n && c < n && (r + right < n || c < most))
        y[r][c] += x[r + right][c] + 1;
}

// Products of unsigned numbers may be what they are modulo 2^32.
offload_kernel void wraps(unsigned n, unsigned by, const float x[n], float y[n])
{
    unsigned i = (unsigned)offload_global_id(0);
    if (i < n)
        y[i] = x[i * by];
}

// What is compared in a turn of a loop is an index in the next one.
offload_kernel void before(int n, const int from[n], const float x[n], float y[n])
{
    int i = (int)offload_global_id(0), last = 0;
    float sum = 0;
    for (int k = 0; i < n && k < n; k++) {
        int at = from[k];
        if (at >= 0 && at < n)
            sum += x[last];
        last = at;
    }
    if (i < n)
        y[i] = sum;
}

int main(int argc, char **argv)
{
    static int used[N], from[N];
    static float x[N], y[N], a[SIDE][SIDE], b[SIDE][SIDE];
    const char *what = argc > 1 ? argv[1] : "";
    for (int i = 1; i + 1 < N; i++)
        used[i] = 1;
    used[N - 1] = strcmp(what, "last") == 0;
    used[0] = strcmp(what, "first") == 0;
    from[N - 2] = strcmp(what, "before") == 0 ? -7 : 0;
    offload(moved, .blocks = {4}, .block_size = {32})(N, 1, used, x, y);
    offload(moved, .blocks = {4}, .block_size = {32})(N, -1, used, x, y);
    offload(rows, .blocks = {4, 4}, .block_size = {4, 4})(SIDE, 0, a, b);
    if (strcmp(what, "rows") == 0)
        offload(rows, .blocks = {4, 4}, .block_size = {4, 4})(SIDE, 1, a, b);
    offload(columns, .blocks = {4, 4}, .block_size = {4, 4})(SIDE, 0, 0, a, b);
    offload(columns, .blocks = {4, 4}, .block_size = {4, 4})(SIDE, 1, 0, a, b);
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++)
            if (b[r][c] != (r + 1 < SIDE ? 2 : 1))
                return 1;
    if (strcmp(what, "columns") == 0)
        offload(columns, .blocks = {4, 4}, .block_size = {4, 4})(SIDE, 1, 2, a, b);
    offload(wraps, .blocks = {4}, .block_size = {32})(N, strcmp(what, "wraps") == 0 ? -1u : 1, x, y);
    offload(before, .blocks = {4}, .block_size = {32})(N, from, x, y);
}
