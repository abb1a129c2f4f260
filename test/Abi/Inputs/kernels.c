// What generated code has in common with the runtime: the unit, launching functions, images.
#include <offload.h>

struct scale {
    float factor;
    int wide[9];
};

struct row {
    int count;
    int *cells __attribute__((__counted_by__(count)));
};

offload_global int offset = 5;

offload_kernel void scale(size_t n, struct scale by, const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = by.factor * x[i] + (float)(by.wide[8] + offset);
}

offload_kernel void add(int n, const struct row v[n], int sum[n])
{
    offload_for (i, (size_t)n)
        for (int c = 0; c < v[i].count; c++)
            sum[i] += v[i].cells[c];
}

offload_kernel offload_block_limit(64) void fill(size_t n, offload_out int y[n])
{
    offload_for (i, n)
        y[i] = (int)i;
}

offload_kernel void next(size_t n, offload_device_ptr int *y)
{
    offload_for (i, n)
        y[i]++;
}
