__kernel void live(ulong height, ulong width, __global const uchar *restrict in,
                   __global uchar *restrict out) {
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row >= height || column >= width)
        return;
    size_t up = row == 0 ? height - 1 : row - 1, down = row == height - 1 ? 0 : row + 1;
    size_t left = column == 0 ? width - 1 : column - 1,
           right = column == width - 1 ? 0 : column + 1;
    up *= width, row *= width, down *= width;
    int neighbours = in[up + left] + in[up + column] + in[up + right] + in[row + left] +
                     in[row + right] + in[down + left] + in[down + column] + in[down + right];
    out[row + column] = neighbours == 3 || (neighbours == 2 && in[row + column]);
}
