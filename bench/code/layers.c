// Layers of neural networks: softmax and normalisation, a block for each row; and an activation.
#include <offload.h>

#include <math.h>

offload_kernel void softmax(size_t rows, size_t columns, const float in[rows][columns],
                            float out[rows][columns]) {
    size_t row = offload_block_id(0);
    float greatest = -INFINITY, sum = 0;
    for (size_t i = offload_thread_id(0); i < columns; i += offload_block_size(0))
        greatest = fmaxf(greatest, in[row][i]);
    greatest = offload_block_reduce_max(greatest);
    for (size_t i = offload_thread_id(0); i < columns; i += offload_block_size(0))
        sum += expf(in[row][i] - greatest);
    sum = offload_block_reduce_add(sum);
    for (size_t i = offload_thread_id(0); i < columns; i += offload_block_size(0))
        out[row][i] = expf(in[row][i] - greatest) / sum;
}

offload_kernel void layer_norm(size_t rows, size_t columns, float epsilon,
                               const float in[rows][columns], const float scale[columns],
                               const float shift[columns], float out[rows][columns]) {
    size_t row = offload_block_id(0);
    float sum = 0, squares = 0;
    for (size_t i = offload_thread_id(0); i < columns; i += offload_block_size(0)) {
        sum += in[row][i];
        squares += in[row][i] * in[row][i];
    }
    float mean = offload_block_reduce_add(sum) / (float)columns;
    float variance = offload_block_reduce_add(squares) / (float)columns - mean * mean;
    float factor = 1 / sqrtf(variance + epsilon);
    for (size_t i = offload_thread_id(0); i < columns; i += offload_block_size(0))
        out[row][i] = (in[row][i] - mean) * factor * scale[i] + shift[i];
}

// A group of lanes for each row of up to 4 elements a lane.
offload_kernel void softmax_lanes(int rows, int columns, const float in[rows][columns],
                                  float out[rows][columns]) {
    int lanes = (int)offload_lane_count(), lane = (int)offload_lane_id();
    int row = (int)(offload_global_id(0) / offload_lane_count());
    if (row >= rows)
        return;
    float mine[4], greatest = -INFINITY, sum = 0;
    for (int i = 0; i < 4; i++) {
        int column = lane + i * lanes;
        mine[i] = column < columns ? in[row][column] : -INFINITY;
        greatest = fmaxf(greatest, mine[i]);
    }
    for (unsigned int mask = (unsigned int)lanes / 2; mask > 0; mask /= 2)
        greatest = fmaxf(greatest, offload_lane_shuffle_xor(greatest, mask));
    for (int i = 0; i < 4; i++) {
        mine[i] = expf(mine[i] - greatest);
        sum += mine[i];
    }
    for (unsigned int mask = (unsigned int)lanes / 2; mask > 0; mask /= 2)
        sum += offload_lane_shuffle_xor(sum, mask);
    for (int i = 0; i < 4; i++) {
        int column = lane + i * lanes;
        if (column < columns)
            out[row][column] = mine[i] / sum;
    }
}

offload_kernel void gelu(size_t n, const float in[n], float out[n]) {
    offload_for (i, n) {
        float x = in[i];
        out[i] = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
    }
}
