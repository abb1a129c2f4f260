// radix.cl - what the radix sorts of algorithm-sort and algorithm-sort-pairs by OpenCL share.
#define DIGITS 256

// The 8 bits of an int's bits from `shift` on, so that negative numbers come first.
static uint digit_of(uint key, uint shift) {
    return (key ^ 1u << 31) >> shift & (DIGITS - 1);
}

// A thread for each stretch.
static size_t first_of(size_t stretch, ulong n) {
    return n * stretch / get_global_size(0);
}

// A digit's counts in all stretches follow each other.
__kernel void count_digits(ulong n, uint shift, __global const uint *restrict keys,
                           __global uint *restrict counts) {
    uint mine[DIGITS];
    size_t me = get_global_id(0), stretches = get_global_size(0);
    for (int d = 0; d < DIGITS; d++)
        mine[d] = 0;
    for (size_t i = first_of(me, n); i < first_of(me + 1, n); i++)
        mine[digit_of(keys[i], shift)]++;
    for (int d = 0; d < DIGITS; d++)
        counts[d * stretches + me] = mine[d];
}

// One thread: what each digit of a stretch has before it.
__kernel void find_places(uint stretches, __global uint *restrict counts) {
    uint before = 0;
    for (uint i = 0; i < DIGITS * stretches; i++) {
        uint these = counts[i];
        counts[i] = before;
        before += these;
    }
}
