#define BLOCK 256

__kernel void scan_parts(ulong n, int exclusive, __global const uint *restrict in,
                         __global uint *restrict out, __global uint *restrict totals) {
    __local uint sums[BLOCK];
    size_t i = get_global_id(0);
    uint me = get_local_id(0);
    uint own = i < n ? in[i] : 0;
    sums[me] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < BLOCK; distance *= 2) {
        uint left = me >= distance ? sums[me - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[me] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        out[i] = exclusive ? sums[me] - own : sums[me];
    if (me == BLOCK - 1)
        totals[get_group_id(0)] = sums[me];
}

__kernel void raise_parts(ulong n, __global const uint *restrict by, __global uint *restrict values) {
    size_t i = get_global_id(0);
    if (i < n)
        values[i] += by[i / BLOCK];
}
