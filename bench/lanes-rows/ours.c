// A group of lanes for each row.
#include "problem.h"

#include <offload.h>

offload_kernel void multiply(size_t height, size_t width, const float in[height * width],
                             const float vector[width], offload_out float out[height]) {
    size_t row = offload_global_id(0) / 32;
    unsigned lane = offload_lane_id();
    if (row >= height)
        return;
    float sum = 0;
    for (size_t i = lane; i < width; i += 32)
        sum += in[row * width + i] * vector[i];
    sum = offload_lane_reduce_add(sum);
    if (lane == 0)
        out[row] = sum;
}

static void run(void) {
    offload(multiply, .threads = {HEIGHT * 32}, .block_size = {256})(HEIGHT, WIDTH, matrix, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
