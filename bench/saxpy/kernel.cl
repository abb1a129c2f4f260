__kernel void saxpy(ulong n, float a, __global const float *restrict x, __global float *restrict y) {
    size_t i = get_global_id(0);
    if (i < n)
        y[i] += a * x[i];
}
