#define BINS 256

// A core takes a stretch of the bytes, as offload_for has it on a CPU.
__kernel void count_bytes(ulong n, __global const uchar *restrict bytes, __global uint *bins) {
    __local uint block_bins[BINS];
    size_t size = get_local_size(0), stretch = (n + get_num_groups(0) - 1) / get_num_groups(0);
    size_t end = min((ulong)((get_group_id(0) + 1) * stretch), n);
    for (size_t bin = get_local_id(0); bin < BINS; bin += size)
        block_bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_group_id(0) * stretch + get_local_id(0); i < end; i += size)
        atomic_inc(&block_bins[bytes[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t bin = get_local_id(0); bin < BINS; bin += size)
        if (block_bins[bin])
            atomic_add(&bins[bin], block_bins[bin]);
}
