// A group of lanes may wait in a loop for what an earlier group of its block writes, also where the
// threads of a block are coroutines: a group goes on to its next barrier before the next one starts.
// (With -foffload-check, or where the last group has fewer lanes, that is not so.)
//
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O1 -fsanitize=address --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdio.h>

enum { N = 256, GROUPS = N / 32 };

offload_kernel void chain(const int x[N], int sums[GROUPS])
{
    offload_shared int ready[GROUPS], total[GROUPS];
    int t = (int)offload_thread_id(0), group = t / 32, before = 0;
    if (t < GROUPS)
        ready[t] = 0;
    offload_barrier();
    if (group > 0) {
        while (!__atomic_load_n(&ready[group - 1], __ATOMIC_ACQUIRE))
            continue;
        before = total[group - 1];
    }
    int sum = offload_lane_reduce_add(x[t]);
    if (t % 32 == 0) {
        total[group] = sums[group] = before + sum;
        __atomic_store_n(&ready[group], 1, __ATOMIC_RELEASE);
    }
}

int main(void)
{
    static int x[N], sums[GROUPS];
    int wrong = 0, all = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
    offload(chain, .blocks = {1}, .block_size = {N})(x, sums);
    for (int i = 0; i < N; i++) {
        all += x[i];
        wrong += (i % 32 == 31 || i == N - 1) && sums[i / 32] != all;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
