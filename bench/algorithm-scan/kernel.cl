// A thread for each stretch, which is 16 floats at a time.
static size_t first_of(size_t stretch, ulong n) {
    return n / 16 * stretch / get_global_size(0);
}

__kernel void add_up(ulong n, __global const float16 *restrict values,
                     __global float *restrict totals) {
    size_t me = get_global_id(0);
    float16 sum = 0;
    for (size_t i = first_of(me, n); i < first_of(me + 1, n); i++)
        sum += values[i];
    float8 of_8 = sum.lo + sum.hi;
    float4 of_4 = of_8.lo + of_8.hi;
    float2 of_2 = of_4.lo + of_4.hi;
    totals[me] = of_2.lo + of_2.hi;
}

// Element i of a vector is the sum of all up to i.
static float16 scan_vector(float16 v) {
    v += (float16)(0, v.s0123, v.s456789ab, v.scde);
    v += (float16)(0, 0, v.s0123, v.s456789ab, v.scd);
    v += (float16)((float4)(0), v.lo, v.s89ab);
    return v + (float16)((float8)(0), v.lo);
}

__kernel void scan(ulong n, __global const float16 *restrict values,
                   __global const float *restrict totals, __global float16 *restrict result) {
    size_t me = get_global_id(0);
    float before = 0;
    for (size_t i = 0; i < me; i++)
        before += totals[i];
    for (size_t i = first_of(me, n); i < first_of(me + 1, n); i++) {
        float16 sums = scan_vector(values[i]);
        result[i] = sums + before;
        before += sums.sf;
    }
}
