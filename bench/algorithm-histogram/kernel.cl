#define BINS 256
#define COPIES 4

// Each thread counts a stretch. Bytes that follow each other are counted in copies of their own:
// a count then seldom waits for the one before.
__kernel void count_bytes(ulong n, __global const uchar4 *restrict bytes,
                          __global uint *restrict counts) {
    uint mine[COPIES][BINS];
    size_t me = get_global_id(0), stretches = get_global_size(0), vectors = n / COPIES;
    for (size_t bin = 0; bin < BINS; bin++)
        mine[0][bin] = mine[1][bin] = mine[2][bin] = mine[3][bin] = 0;
    for (size_t i = vectors * me / stretches; i < vectors * (me + 1) / stretches; i++) {
        uchar4 these = bytes[i];
        mine[0][these.s0]++;
        mine[1][these.s1]++;
        mine[2][these.s2]++;
        mine[3][these.s3]++;
    }
    for (size_t bin = 0; bin < BINS; bin++)
        counts[me * BINS + bin] = mine[0][bin] + mine[1][bin] + mine[2][bin] + mine[3][bin];
}

// A thread for each bin.
__kernel void add_counts(uint stretches, __global const uint *restrict counts,
                         __global ulong *restrict bins) {
    size_t bin = get_global_id(0);
    ulong sum = 0;
    for (size_t i = 0; i < stretches; i++)
        sum += counts[i * BINS + bin];
    bins[bin] = sum;
}
