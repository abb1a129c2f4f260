// A comparison that not all threads come to is decided for those that do, though it would overflow
// for the others.
//
// Loops over threads are split where a comparison of the index changes its outcome, and that is
// computed from the first thread on. That C lets no sum overflow says nothing of a thread that does
// not compute the sum.
//
// RUN: %offloadcc -O1 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t
#include <limits.h>
#include <offload.h>
#include <stdio.h>

enum { SIZE = 64 };

// For thread 0, t - 1 + INT_MIN would overflow.
offload_kernel void add(int least, int limit, const int takes_part[SIZE], int x[SIZE])
{
    int t = (int)offload_thread_id(0);
    if (takes_part[t] && t - 1 + least < limit)
        x[t] = t;
    offload_barrier();
    x[t] += 5;
}

int main(void)
{
    int takes_part[SIZE], x[SIZE], wrong = 0;
    for (int t = 0; t < SIZE; t++) {
        takes_part[t] = t > 0;
        x[t] = 1000;
    }
    offload(add, .threads = {SIZE}, .block_size = {SIZE})(INT_MIN, 0, takes_part, x);
    for (int t = 0; t < SIZE; t++)
        wrong += x[t] != (t ? t : 1000) + 5;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
