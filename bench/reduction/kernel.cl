#define BLOCK_SIZE 256

// OpenCL 1.2 has no atomics on floats.
#define DEFINE_ATOMIC(name, combine)                                                               \
    void name(volatile __global float *address, float b) {                                         \
        volatile __global uint *bits = (volatile __global uint *)address;                          \
        uint before, now = *bits;                                                                  \
        do {                                                                                       \
            before = now;                                                                          \
            float a = as_float(before);                                                            \
            now = atomic_cmpxchg(bits, before, as_uint(combine));                                  \
        } while (now != before);                                                                   \
    }
DEFINE_ATOMIC(add_to, a + b)
DEFINE_ATOMIC(lower_to, fmin(a, b))
DEFINE_ATOMIC(raise_to, fmax(a, b))

// A core takes a stretch of the array, as offload_for has it on a CPU.
__kernel void reduce(ulong n, __global const float *restrict values, __global float *sum,
                     __global float *least, __global float *greatest) {
    __local float sums[BLOCK_SIZE], leasts[BLOCK_SIZE], greatests[BLOCK_SIZE];
    size_t me = get_local_id(0), stretch = (n + get_num_groups(0) - 1) / get_num_groups(0);
    size_t end = min((ulong)((get_group_id(0) + 1) * stretch), n);
    float my_sum = 0, my_least = INFINITY, my_greatest = -INFINITY;
    for (size_t i = get_group_id(0) * stretch + me; i < end; i += BLOCK_SIZE) {
        my_sum += values[i];
        my_least = fmin(my_least, values[i]);
        my_greatest = fmax(my_greatest, values[i]);
    }
    sums[me] = my_sum;
    leasts[me] = my_least;
    greatests[me] = my_greatest;
    for (uint count = BLOCK_SIZE / 2; count > 0; count /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < count) {
            sums[me] += sums[me + count];
            leasts[me] = fmin(leasts[me], leasts[me + count]);
            greatests[me] = fmax(greatests[me], greatests[me + count]);
        }
    }
    if (me == 0) {
        add_to(sum, sums[0]);
        lower_to(least, leasts[0]);
        raise_to(greatest, greatests[0]);
    }
}
