// -foffload-check: where a parameter, the size of blocks or the number of threads decides whether accesses are
// outside, a launch in which they are ends with the message, and others run without checks.
//
// RUN: %offloadcc -O2 -foffload-check --offload-arch=none %s -o %t
// RUN: %t
// RUN: not --crash %t row 2>&1 | FileCheck -check-prefix=ROW %s
// RUN: not --crash %t block 2>&1 | FileCheck -check-prefix=BLOCK %s
// RUN: not --crash %t threads 2>&1 | FileCheck -check-prefix=THREADS %s
// RUN: not --crash %t large 2>&1 | FileCheck -check-prefix=LARGE %s
#include <offload.h>
#include <string.h>

enum { N = 64 };

offload_kernel void row_of(int n, int k, const float a[n][n], float row[n])
{
    int j = (int)offload_global_id(0);
    if (j < n) // ROW: index 4096 is outside of parameter 'a' of kernel 'row_of', which has 4096 elements
        row[j] = a[k][j];
}

offload_kernel void tile_of(size_t n, float x[n])
{
    offload_shared float tile[N + 1];
    size_t i = offload_global_id(0), t = offload_thread_id(0);
    // BLOCK: thread: [64,0,0] index 65 is outside of shared variable 'tile' in kernel 'tile_of', which has 65 elements
    tile[t + 1] = i < n ? x[i] : 0;
    offload_barrier();
    if (i < n && t)
        x[i] = tile[t];
}

offload_kernel void all(size_t n, float x[n])
{
    // THREADS: thread: [{{[0-9]+}},0,0] index {{6[4-9]|[7-9][0-9]|1..}} is outside of parameter 'x' of kernel 'all'
    x[offload_global_id(0)] += 1;
}

// An index of 2^31 is a negative int, which is less than n.
// LARGE: block: [2097152,0,0], thread: [0,0,0] index -2147483648 is outside of parameter 'x' of kernel 'some'
offload_kernel void some(int n, float x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] += 1;
}

int main(int argc, char **argv)
{
    static float a[N][N], x[2 * N];
    const char *what = argc > 1 ? argv[1] : "";
    unsigned size = strcmp(what, "block") == 0 ? 2 * N : N;
    offload(row_of, .threads = {N})(N, strcmp(what, "row") == 0 ? N : N - 1, a, x);
    offload(tile_of, .blocks = {2}, .block_size = {size})(2 * N, x);
    offload(all, .blocks = {strcmp(what, "threads") == 0 ? 2 : 1}, .block_size = {N})(N, x);
    offload(some, .blocks = {2}, .block_size = {N})(N, x);
    if (strcmp(what, "large") == 0)
        offload(some, .blocks = {(1u << 21) + 1}, .block_size = {1024})(N, x);
}
