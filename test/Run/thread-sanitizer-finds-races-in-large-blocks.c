// ThreadSanitizer has room for some 250 threads. A race in a block of more threads is found, too: its threads share
// fibers, so that those of all cores have room.
//
// REQUIRES: x86_64
// DEFINE: %{size} =
// DEFINE: %{check} = %offloadcc -g -O1 -DSIZE=%{size} -fsanitize=thread --offload-arch=none %s -o %t && env TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_NUM_THREADS=2 not %t 2>&1 | FileCheck %s
// REDEFINE: %{size} = 200
// RUN: %{check}
// REDEFINE: %{size} = 256
// RUN: %{check}
// REDEFINE: %{size} = 1024
// RUN: %{check}
// CHECK: WARNING: ThreadSanitizer: data race
// CHECK: thread-sanitizer-finds-races-in-large-blocks.c:27
#include <offload.h>

// There is no barrier between the reads of s and the store.
offload_kernel void add_up(int n, int x[n])
{
    offload_shared int s[SIZE];
    int t = (int)offload_thread_id(0);
    s[t] = x[t];
    offload_barrier();
    int sum = 0;
    for (int j = 0; j < 64; j++)
        sum += s[(t + j) % SIZE];
    s[t] = sum;
    offload_barrier();
    x[t] = s[(t + 1) % SIZE];
}

int main(void)
{
    static int x[SIZE];
    offload(add_up, .blocks = {1}, .block_size = {SIZE})(SIZE, x);
}
