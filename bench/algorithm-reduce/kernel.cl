// Each thread adds up a stretch, with 16 sums side by side.
__kernel void add_up(ulong n, __global const float16 *restrict values,
                     __global float *restrict totals) {
    size_t me = get_global_id(0), stretches = get_global_size(0), vectors = n / 16;
    float16 sum = 0;
    for (size_t i = vectors * me / stretches; i < vectors * (me + 1) / stretches; i++)
        sum += values[i];
    float8 of_8 = sum.lo + sum.hi;
    float4 of_4 = of_8.lo + of_8.hi;
    float2 of_2 = of_4.lo + of_4.hi;
    totals[me] = of_2.lo + of_2.hi;
}
