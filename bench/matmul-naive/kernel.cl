__kernel void multiply(ulong n, __global const float *restrict a, __global const float *restrict b,
                       __global float *restrict product) {
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    product[row * n + column] = sum;
}
