__kernel void multiply(ulong rows, __global const ulong *restrict starts,
                       __global const int *restrict columns, __global const double *restrict values,
                       __global const double *restrict x, __global double *restrict y) {
    size_t row = get_global_id(0);
    if (row >= rows)
        return;
    double sum = 0;
    for (size_t i = starts[row]; i < starts[row + 1]; i++)
        sum += values[i] * x[columns[i]];
    y[row] = sum;
}
