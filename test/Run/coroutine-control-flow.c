// Barriers in any control flow: loops, switches, gotos, conditions and expressions, with variables
// that live across them; and threads that end before others.
//
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O0 -g --offload-arch=none %s -o %t.debug
// RUN: %t.debug | FileCheck %s
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: %t.image | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.image | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.default
// RUN: %t.default | FileCheck %s
#include <offload.h>
#include <stdio.h>

enum { THREADS = 33, BLOCKS = 3, N = THREADS * BLOCKS };

// Every thread computes the same.
offload_kernel void branches(int n, int x[n])
{
    size_t i = offload_global_id(0);
    int t = (int)offload_thread_id(0), sum = 0, round = 0;
    int kept[16];
    for (int i = 0; i < 4; i++) {
        int inner[6];
        for (int j = 0; j < 6; j++)
            inner[j] = t * j + i;
        switch (i) {
        case 0:
            offload_barrier();
            sum += 1;
        case 1:
            sum += 2;
            offload_barrier();
            break;
        case 2:
            for (int j = 0; j < 3; j++) {
                if (j == 1)
                    continue;
                offload_barrier();
                sum += j;
            }
            break;
        default: {
            int moved = t, *at = &moved;
            do {
                offload_barrier();
                (*at)++;
            } while (moved < t + 3);
            sum += moved - t;
        }
        }
        sum += inner[(t + i) % 6] - (t * ((t + i) % 6) + i);
        kept[i * 4 + (t & 3)] = sum;
    }
again:
    offload_barrier();
    if (++round < 3)
        goto again;
    sum += round * 100 + (n > 1 ? (offload_barrier(), 5) : 6);
    sum += n && (offload_barrier(), n > 2) && (offload_barrier(), 1);
    x[i] = sum + kept[12 + (t & 3)] * 1000;
}

// Odd threads end before the last barriers.
offload_kernel void early(int n, int x[n])
{
    offload_shared int alive;
    int t = (int)offload_thread_id(0);
    if (t == 0)
        alive = 0;
    offload_barrier();
    offload_atomic_add(&alive, 1);
    offload_barrier();
    x[offload_global_id(0)] = alive;
    if (t % 2)
        return;
    offload_barrier();
    if (t == 0)
        alive = 1000;
    offload_barrier();
    x[offload_global_id(0)] += alive;
}

int main(void)
{
    static int x[N];
    int wrong = 0;
    offload(branches, .blocks = {BLOCKS}, .block_size = {THREADS})(N, x);
    for (int i = 0; i < N; i++)
        wrong += x[i] != x[0];
    printf("branches %d, wrong %d\n", x[0], wrong);
    // CHECK: branches 10316, wrong 0
    offload(early, .blocks = {BLOCKS}, .block_size = {THREADS})(N, x);
    for (int i = 0; i < N; i++)
        wrong += x[i] != (i % THREADS % 2 ? THREADS : THREADS + 1000);
    printf("early wrong %d\n", wrong);
    // CHECK: early wrong 0
}
