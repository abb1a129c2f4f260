// In blocks of one column, the global id is the block's number, which code before a group's may use: the compiler comes to an
// end.
// RUN: %offloadcc -O2 --offload-arch=none -c %s -o %t.o
#include <offload.h>

enum { ROWS = 32, N = 6 * ROWS };

offload_kernel void k(const int x[N], int y[N])
{
    offload_shared int s[ROWS];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1), tz = (int)offload_thread_id(2);
    int sx = (int)offload_block_size(0), sy = (int)offload_block_size(1), sz = (int)offload_block_size(2);
    int t = tx + sx * (ty + sy * tz), column = (int)offload_global_id(0);
    int block = (int)(offload_block_id(0) + offload_block_count(0) * offload_block_id(1));
    int i = block * sx * sy * sz + t, v = x[i];
    s[t] = v;
    if (ty >= sy - 1)
        return;
    if (column % 2)
        y[i] = 1;
    for (int n = 0; n < t / 32 + 1; n++)
        v += (int)offload_lane_reduce_add((unsigned)column);
    y[i] += v;
}

void launch(const int *x, int *y)
{
    offload(k, .blocks = {3, 2}, .block_size = {1, ROWS})(x, y);
}
