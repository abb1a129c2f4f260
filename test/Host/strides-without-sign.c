// CUDA's commonest loop: threads take turns at an array's elements, `i += gridDim.x * blockDim.x`, where the
// step has no sign, whatever i has. Neighbouring threads are vectors there.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 --offload-arch=none -c -Rpass-missed=offload %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=REMARK %s
// RUN: %offloadcc -O3 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O1 --offload-arch=x86-64 %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
#include <offload.h>
#include <stdio.h>

enum { N = 20000 };

// REMARK-NOT: remark
#define KERNEL(name, type, compare, step)                                                          \
    offload_kernel void name(type n, const float x[n], float y[n])                                 \
    {                                                                                              \
        for (type i = (type)(offload_thread_id(0) + offload_block_id(0) * offload_block_size(0));  \
             i compare n; i += step)                                                               \
            y[i] += 2 * x[i];                                                                      \
    }
#define GRID offload_block_count(0) * offload_block_size(0)
KERNEL(with_sign, int, <, GRID)
KERNEL(without_sign, unsigned, <, GRID)
KERNEL(wide, int, <, offload_global_size(0)) // 64 bits, of which C keeps the lower ones
KERNEL(wide_without_sign, unsigned, <, offload_global_size(0))

// A program that knows the size of its blocks.
offload_kernel void of_known_size(unsigned n, const float x[n], float y[n])
{
    for (unsigned i = offload_block_id(0) * 64 + offload_thread_id(0); i < n; i += 64 * offload_block_count(0))
        y[i] += 2 * x[i];
}

// The threads of a block take turns at a row.
offload_kernel void rows(int height, int width, const float x[height * width], float y[height * width])
{
    int row = (int)offload_block_id(0);
    for (int i = (int)offload_thread_id(0); i < width; i += offload_block_size(0))
        y[row * width + i] += 2 * x[row * width + i];
}

int main(void)
{
    static float x[N], y[N];
    int wrong = 0;
    for (unsigned n = 0; n <= N; n = n < 3 ? n + 1 : n * 3 - 2)
        for (unsigned blocks = 1; blocks < 100; blocks += 33) {
            for (int i = 0; i < N; i++)
                x[i] = (float)i, y[i] = 1;
            offload(with_sign, .blocks = {blocks}, .block_size = {64})((int)n, x, y);
            offload(without_sign, .blocks = {blocks}, .block_size = {64})(n, x, y);
            offload(wide, .blocks = {blocks}, .block_size = {64})((int)n, x, y);
            offload(wide_without_sign, .blocks = {blocks}, .block_size = {64})(n, x, y);
            offload(of_known_size, .blocks = {blocks}, .block_size = {64})(n, x, y);
            offload(rows, .blocks = {10}, .block_size = {64})(10, N / 10, x, y);
            for (unsigned i = 0; i < N; i++)
                wrong += y[i] != (i < n ? 1 + 12 * (float)i : 1 + 2 * (float)i);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
