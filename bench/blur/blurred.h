#include "../both.h"

// The image's edge goes on forever.
static int inside(int i, int count) {
    return i < 0 ? 0 : i < count ? i : count - 1;
}

// A blurred pixel: the weighted sum of 2 * radius + 1 neighbours, in its row or its column.
static inline float blurred(int width, int height, int radius, const GLOBAL float *weights,
                            int along_columns, const GLOBAL float *in, int row, int column) {
    float sum = 0;
    for (int i = -radius; i <= radius; i++) {
        int from_row = along_columns ? inside(row + i, height) : row;
        int from_column = along_columns ? column : inside(column + i, width);
        sum += weights[i + radius] * in[from_row * width + from_column];
    }
    return sum;
}
