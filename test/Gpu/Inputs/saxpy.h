// A kernel, and what the fake driver (fake-cuda.c) runs in its place.
#include <offload.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

offload_kernel void saxpy(size_t n, float a, const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += a * x[i];
}

void fake_saxpy(const uint64_t *slots, const unsigned *grid, const unsigned *block)
{
    float a;
    memcpy(&a, &slots[1], sizeof a);
    const float *x = (const float *)slots[2];
    float *y = (float *)slots[3];
    for (size_t i = 0; i < (size_t)grid[0] * block[0]; i++)
        if (i < slots[0])
            y[i] += a * x[i];
}
