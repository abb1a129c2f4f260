#define SIDE 8

// The vectors of the upper half and those of the lower half become pairs whose elements are in
// turns.
static void interleave(const float8 *from, float8 *to) {
#pragma unroll
    for (int i = 0; i < SIDE / 2; i++) {
        float8 a = from[i], b = from[i + SIDE / 2];
        to[2 * i] = (float8)(a.s0, b.s0, a.s1, b.s1, a.s2, b.s2, a.s3, b.s3);
        to[2 * i + 1] = (float8)(a.s4, b.s4, a.s5, b.s5, a.s6, b.s6, a.s7, b.s7);
    }
}

// Each thread takes a square, which three times `interleave` transposes.
__kernel void transpose(ulong rows, ulong columns, __global const float *restrict given,
                        __global float *restrict result) {
    size_t row = get_global_id(0) * SIDE, column = get_global_id(1) * SIDE;
    __global const float *from = given + row * columns + column;
    __global float *to = result + column * rows + row;
    if (row + SIDE > rows || column + SIDE > columns) {
        for (size_t c = 0; c < min(columns - column, (ulong)SIDE); c++)
            for (size_t r = 0; r < min(rows - row, (ulong)SIDE); r++)
                to[c * rows + r] = from[r * columns + c];
        return;
    }
    float8 square[SIDE], other[SIDE];
#pragma unroll
    for (int i = 0; i < SIDE; i++)
        square[i] = vload8(0, from + i * columns);
    interleave(square, other);
    interleave(other, square);
    interleave(square, other);
#pragma unroll
    for (int i = 0; i < SIDE; i++)
        vstore8(other[i], 0, to + i * rows);
}
