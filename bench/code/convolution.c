// A separable convolution with constant weights: along rows and along columns, through shared
// memory with a halo. And one of 3 x 3 straight from memory.
#include <offload.h>

enum { RADIUS = 8, WIDTH = 16, HEIGHT = 8, STEPS = 4 };

static const float weights[2 * RADIUS + 1] = {
    0.0045f, 0.0090f, 0.0163f, 0.0269f, 0.0405f, 0.0556f, 0.0698f, 0.0800f, 0.1948f,
    0.0800f, 0.0698f, 0.0556f, 0.0405f, 0.0269f, 0.0163f, 0.0090f, 0.0045f,
};

// A block makes HEIGHT rows of STEPS * WIDTH elements.
offload_kernel void convolve_rows(int width, int height, const float in[width * height],
                                  float out[width * height]) {
    offload_shared float tile[HEIGHT][(STEPS + 2) * WIDTH];
    int x = (int)offload_thread_id(0), y = (int)offload_thread_id(1);
    int column = ((int)offload_block_id(0) * STEPS - 1) * WIDTH + x;
    int row = (int)offload_block_id(1) * HEIGHT + y;
    for (int i = 0; i < STEPS + 2; i++) {
        int from = column + i * WIDTH;
        tile[y][i * WIDTH + x] = from >= 0 && from < width ? in[row * width + from] : 0;
    }
    offload_barrier();
    for (int i = 1; i < STEPS + 1; i++) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += weights[k + RADIUS] * tile[y][i * WIDTH + x + k];
        out[row * width + column + i * WIDTH] = sum;
    }
}

offload_kernel void convolve_columns(int width, int height, const float in[width * height],
                                     float out[width * height]) {
    offload_shared float tile[WIDTH][(STEPS + 2) * HEIGHT + 1];
    int x = (int)offload_thread_id(0), y = (int)offload_thread_id(1);
    int column = (int)offload_block_id(0) * WIDTH + x;
    int row = ((int)offload_block_id(1) * STEPS - 1) * HEIGHT + y;
    for (int i = 0; i < STEPS + 2; i++) {
        int from = row + i * HEIGHT;
        tile[x][i * HEIGHT + y] = from >= 0 && from < height ? in[from * width + column] : 0;
    }
    offload_barrier();
    for (int i = 1; i < STEPS + 1; i++) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += weights[k + RADIUS] * tile[x][i * HEIGHT + y + k];
        out[(row + i * HEIGHT) * width + column] = sum;
    }
}

offload_kernel void sharpen(int width, int height, const unsigned char in[width * height],
                            unsigned char out[width * height]) {
    static const int around[3][3] = {{-1, -2, -1}, {-2, 28, -2}, {-1, -2, -1}};
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1)
        return;
    int sum = 8;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum += around[i][j] * in[(row + i - 1) * width + column + j - 1];
    sum /= 16;
    out[row * width + column] = (unsigned char)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
}
