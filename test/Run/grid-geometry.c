// .threads asks for at least so many; .blocks and .block_size are exact; every thread runs once.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_kernel void look(unsigned g[6], unsigned n, unsigned count[n])
{
    size_t x = offload_global_id(0), y = offload_global_id(1), z = offload_global_id(2);
    if (x + y + z == 0)
        for (int d = 0; d < 3; d++) {
            g[d] = offload_block_size(d);
            g[3 + d] = offload_block_count(d);
        }
    size_t i = x + offload_global_size(0) * (y + offload_global_size(1) * z);
    if (i < n)
        count[i]++;
}

static unsigned g[6], count[100000];

static void show(const char *what)
{
    unsigned runs = 0, most = 0;
    for (int i = 0; i < 100000; i++) {
        runs += count[i];
        most = count[i] > most ? count[i] : most;
    }
    printf("%s: %ux%ux%u blocks of %ux%ux%u, %u threads, each %u\n", what, g[3], g[4], g[5], g[0],
           g[1], g[2], runs, most);
    memset(count, 0, sizeof count);
}

int main(void)
{
    offload(look, .threads = {100, 50, 3})(g, 100000, count);
    show("threads"); // CHECK: threads: 13x7x1 blocks of 8x8x4, 23296 threads, each 1
    offload(look, .threads = {1000})(g, 100000, count);
    show("line"); // CHECK: line: 4x1x1 blocks of 256x1x1, 1024 threads, each 1
    offload(look, .threads = {100, 100})(g, 100000, count);
    show("plane"); // CHECK: plane: 4x13x1 blocks of 32x8x1, 13312 threads, each 1
    offload(look, .blocks = {5, 4, 3}, .block_size = {3, 2, 5})(g, 100000, count);
    show("exact"); // CHECK: exact: 5x4x3 blocks of 3x2x5, 1800 threads, each 1
    offload(look, .threads = {100}, .block_size = {48})(g, 100000, count);
    show("size"); // CHECK: size: 3x1x1 blocks of 48x1x1, 144 threads, each 1
    offload(look, .threads = {100}, .blocks = {3})(g, 100000, count);
    show("both"); // CHECK: both: 3x1x1 blocks of 34x1x1, 102 threads, each 1
    offload(look, .blocks = {7})(g, 100000, count);
    show("blocks"); // CHECK: blocks: 7x1x1 blocks of 256x1x1, 1792 threads, each 1
    look(g, 100000, count);
    show("plain"); // CHECK: plain: 1x1x1 blocks of 1x1x1, 1 threads, each 1
}
