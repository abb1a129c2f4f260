// What a launch takes changes from one to the next: by its number of threads, by the work of each, and from the first
// threads to the last. On the CPU, short ones run on one core, and a launch that was thought to be short goes on on all cores.
// Each thread runs once.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: env OMP_NUM_THREADS=1 %t && env OMP_NUM_THREADS=2 %t && env OMP_NUM_THREADS=5 %t
// RUN: env OMP_NUM_THREADS=3 OMP_SCHEDULE=dynamic,2 %t
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t && env OMP_NUM_THREADS=2 %t
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && env OMP_NUM_THREADS=2 OMP_TARGET_OFFLOAD=MANDATORY %t
#include <offload.h>
#include <stdio.h>

enum { MOST = 70000 };

static float work(float x, int turns)
{
    for (int t = 0; t < turns; t++)
        x = x * 0.5f + 1;
    return x;
}

offload_kernel void line(int n, int turns, int from, int count[n], float out[n])
{
    int i = (int)offload_global_id(0);
    if (i < n) {
        count[i]++;
        out[i] = work((float)i, i >= from ? turns : 0);
    }
}

offload_kernel void plane(int n, int m, int turns, int from, int count[n][m])
{
    int j = (int)offload_global_id(0), i = (int)offload_global_id(1);
    if (i < n && j < m)
        count[i][j] += work(1, i >= from ? turns : 0) > 0;
}

// Its blocks know their size.
offload_kernel void blocks(int n, int turns, int count[n])
{
    int i = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    offload_barrier();
    if (i < n && offload_block_size(0) == 256)
        count[i] += work(1, turns) > 0;
}

static int count[MOST];
static float out[MOST];
static int launches, bad;

static void check(int n)
{
    launches++;
    for (int i = 0; i < n; i++) {
        bad += count[i] != 1;
        count[i] = 0;
    }
}

int main(void)
{
    static const int sizes[] = {1, 100, 257, 300, 1000, 5000, 20000, MOST}, turns[] = {0, 1, 30, 1000};
    for (int round = 0; round < 6; round++)
        for (int s = 0; s < 8; s++)
            for (int t = 0; t < 4; t++) {
                int n = sizes[(s * (round + 1)) % 8], m = n / 7 + 1;
                if ((long)n * turns[t] > 2000000)
                    continue;
                offload(line, .threads = {n})(n, turns[t], round % 2 ? n * 3 / 4 : 0, count, out);
                check(n);
                offload(plane, .threads = {m, 7})(7, m, turns[t], round % 2 ? 6 : 0, (void *)count);
                check(7 * m < n ? 7 * m : 0);
                for (int i = 0; i < 7 * m && i < MOST; i++)
                    count[i] = 0;
                offload(blocks, .threads = {n})(n, turns[t], count);
                check(n);
            }
    printf("%d of the elements of %d launches are wrong\n", bad, launches);
    return bad != 0;
}
