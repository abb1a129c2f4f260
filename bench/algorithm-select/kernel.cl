#define ROOM 1024

// A thread for each stretch.
static size_t first_of(size_t stretch, ulong n) {
    return n * stretch / get_global_size(0);
}

__kernel void count_positive(ulong n, __global const float *restrict values,
                             __global ulong *restrict counts) {
    size_t me = get_global_id(0);
    uint count = 0;
    for (size_t i = first_of(me, n); i < first_of(me + 1, n); i++)
        count += values[i] > 0;
    counts[me] = count;
}

// Elements are brought together in an array of the thread's own, without a branch for each: what is
// not positive is overwritten by the next one, which in `result` may be another thread's.
__kernel void copy_positive(ulong n, __global const float *restrict values,
                            __global const ulong *restrict counts, __global float *restrict result,
                            __global ulong *restrict count) {
    float kept[ROOM];
    size_t me = get_global_id(0), at = 0, end = first_of(me + 1, n);
    for (size_t i = 0; i < me; i++)
        at += counts[i];
    for (size_t i = first_of(me, n); i < end;) {
        uint these = 0;
        for (size_t last = min(i + ROOM, end); i < last; i++) {
            kept[these] = values[i];
            these += values[i] > 0;
        }
        for (uint k = 0; k < these; k++)
            result[at + k] = kept[k];
        at += these;
    }
    if (me == get_global_size(0) - 1)
        *count = at;
}
