// ThreadSanitizer: offload_lanes_sync orders what the lanes of a group do before it and after it, and nothing else does:
// not another lane function, and not for another group.
//
// RUN: %offloadcc -O1 -g -fsanitize=thread --offload-arch=none %s -o %t
// RUN: env TSAN_OPTIONS=ignore_noninstrumented_modules=1 %t sync | FileCheck --check-prefix=SYNC %s
// RUN: not env TSAN_OPTIONS=ignore_noninstrumented_modules=1 %t vote 2>&1 | FileCheck --check-prefix=VOTE %s
// RUN: not env TSAN_OPTIONS=ignore_noninstrumented_modules=1 %t group 2>&1 | FileCheck --check-prefix=GROUP %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

// As after __syncwarp() in CUDA.
offload_kernel void sums(size_t n, int x[n])
{
    offload_shared int part[64];
    unsigned int i = offload_thread_id(0), lane = offload_lane_id();
    part[i] = x[i];
    offload_lanes_sync();
    for (unsigned int half = 16; half > 0; half /= 2) {
        int other = lane < half ? part[i + half] : 0;
        offload_lanes_sync(offload_all_lanes);
        part[i] += other;
        offload_lanes_sync();
    }
    x[i] = part[i - lane];
}

offload_kernel void vote(size_t n, int x[n])
{
    unsigned int i = offload_thread_id(0);
    x[i] = 1;
    if (offload_lane_any(i == 0))
        x[i ^ 1] += 1;
    // VOTE: WARNING: ThreadSanitizer: data race
    // VOTE: thread-sanitizer-orders-by-lanes-sync.c:[[#@LINE-2]]
}

offload_kernel void group(size_t n, int x[n])
{
    unsigned int i = offload_thread_id(0);
    x[i] = 1;
    offload_lanes_sync();
    x[i ^ 32] += 1;
    // GROUP: WARNING: ThreadSanitizer: data race
    // GROUP: thread-sanitizer-orders-by-lanes-sync.c:[[#@LINE-2]]
}

int main(int argc, char **argv)
{
    int x[64];
    for (int i = 0; i < 64; i++)
        x[i] = i;
    if (!strcmp(argv[argc - 1], "sync"))
        offload(sums, .blocks = {1}, .block_size = {64})(64, x);
    else if (!strcmp(argv[argc - 1], "vote"))
        offload(vote, .blocks = {1}, .block_size = {64})(64, x);
    else
        offload(group, .blocks = {1}, .block_size = {64})(64, x);
    printf("%d %d\n", x[3], x[40]);
    // SYNC-NOT: WARNING
    // SYNC: 496 1520
}
