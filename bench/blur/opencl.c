#include "../opencl.h"

#include "problem.h"

static cl_kernel passes[2];
static cl_mem buffers[3];

static void setup(void) {
    size_t bytes = (size_t)width * height * sizeof(float);
    opencl_begin();
    buffers[0] = opencl_share(image, bytes);
    buffers[1] = opencl_share(between, bytes);
    buffers[2] = opencl_share(result, bytes);
    cl_mem weight = opencl_share(weights, sizeof weights);
    for (int along_columns = 0; along_columns < 2; along_columns++) {
        passes[along_columns] = opencl_kernel("blur");
        opencl_set(passes[along_columns], 7, OPENCL(width), OPENCL(height), OPENCL(radius),
                   OPENCL(weight), OPENCL(along_columns), OPENCL(buffers[along_columns]),
                   OPENCL(buffers[along_columns + 1]));
    }
}

static void run(void) {
    opencl_launch(passes[0], (size_t)width, (size_t)height, 32, 8);
    opencl_launch(passes[1], (size_t)width, (size_t)height, 32, 8);
}

static void finish(void) {
    opencl_fetch(buffers[2], (size_t)width * height * sizeof(float));
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
