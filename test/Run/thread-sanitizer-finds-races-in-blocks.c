// -fsanitize=thread finds races between the threads of one block, which run one after the other on a
// core, and between blocks; a barrier orders what it should. As with every program on libomp,
// ThreadSanitizer is told not to look into libraries that were built without it.
// REQUIRES: x86_64
// RUN: %offloadcc -O1 -g -fsanitize=thread --offload-arch=none %s -o %t
// RUN: %offloadcc -O0 -g -fsanitize=thread --offload-arch=none %s -o %t.0
// RUN: export TSAN_OPTIONS=ignore_noninstrumented_modules=1:exitcode=0; export OMP_NUM_THREADS=2; \
// RUN:   %t barrier | FileCheck --check-prefix=NONE %s; \
// RUN:   %t.0 barrier | FileCheck --check-prefix=NONE %s; \
// RUN:   %t block 2>&1 | FileCheck --check-prefix=BLOCK %s; \
// RUN:   %t.0 block 2>&1 | FileCheck --check-prefix=BLOCK %s; \
// RUN:   %t grid 2>&1 | FileCheck --check-prefix=GRID %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_kernel void ordered(int n, int y[n]) {
    offload_shared int s[64];
    int t = (int)offload_thread_id(0);
    s[t] = t;
    offload_barrier();
    y[offload_global_id(0)] = s[63 - t];
}

offload_kernel void in_block(int n, int y[n]) {
    offload_shared int s[64];
    int t = (int)offload_thread_id(0);
    s[t] = t;
    y[offload_global_id(0)] = s[63 - t];
}

offload_kernel void in_grid(int n, int y[n]) {
    y[offload_global_id(0) % 8] = n;
}

int main(int argc, char **argv) {
    int y[256] = {0};
    if (argc < 2)
        return 1;
    if (strcmp(argv[1], "barrier") == 0)
        offload(ordered, .blocks = {4}, .block_size = {64})(256, y);
    else if (strcmp(argv[1], "block") == 0)
        offload(in_block, .blocks = {1}, .block_size = {64})(256, y);
    else
        offload(in_grid, .blocks = {256}, .block_size = {1})(256, y);
    // NONE: ended with 63
    // BLOCK: WARNING: ThreadSanitizer: data race
    // BLOCK: thread-sanitizer-finds-races-in-blocks.c:2{{[78]}}
    // GRID: WARNING: ThreadSanitizer: data race
    // GRID: thread-sanitizer-finds-races-in-blocks.c:32
    printf("ended with %d\n", y[0]);
    return 0;
}
