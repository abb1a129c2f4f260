// An index that comes back to 0 at the end of a block is right, also where LLVM's vectoriser takes it
// for one that goes on.
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O3 --offload-arch=x86-64 %s -o %t && %t
#include <offload.h>
#include <stdio.h>

offload_kernel void next(int n, short g[n])
{
    g[offload_block_id(0) * 256 + (offload_thread_id(0) + 1) % 256] += 5;
}

offload_kernel void others(int n, int h[n], const int rows[n])
{
    unsigned x = offload_thread_id(0), size = offload_block_size(0);
    unsigned char small = (unsigned char)(x + 1);
    h[offload_block_id(0) * size + (x + 2) % size] += rows[small];
}

// The address is computed before the barrier, and again behind it.
offload_kernel void behind(int n, short f[n])
{
    short *mine = &f[offload_block_id(0) * 256 + (offload_thread_id(0) + 1) % 256];
    *mine += 2;
    offload_barrier();
    *mine += 3;
}

int main(void)
{
    static short g[768], f[768];
    static int h[768], rows[768];
    for (int i = 0; i < 768; i++)
        rows[i] = i;
    offload(next, .blocks = {2}, .block_size = {256})(768, g);
    offload(others, .blocks = {2}, .block_size = {256})(768, h, rows);
    offload(behind, .blocks = {2}, .block_size = {256})(768, f);
    for (int i = 0; i < 768; i++) {
        int x = (i + 254) % 256;
        if (g[i] != (i < 512 ? 5 : 0) || f[i] != g[i] || h[i] != (i < 512 ? (x + 1) % 256 : 0)) {
            printf("%d: %d %d %d\n", i, g[i], f[i], h[i]);
            return 1;
        }
    }
    return 0;
}
