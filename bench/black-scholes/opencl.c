#include "../opencl.h"

#include "problem.h"

static cl_kernel price_all;
static cl_mem buffers[5];

static void setup(void) {
    float *arrays[] = {spot, strike, years, call, put};
    opencl_begin();
    price_all = opencl_kernel("price_all");
    for (int i = 0; i < 5; i++)
        buffers[i] = opencl_share(arrays[i], n * sizeof(float));
    opencl_set(price_all, 8, OPENCL(n), OPENCL(rate), OPENCL(volatility), OPENCL(buffers[0]),
               OPENCL(buffers[1]), OPENCL(buffers[2]), OPENCL(buffers[3]), OPENCL(buffers[4]));
}

static void run(void) {
    opencl_launch(price_all, n, 1, 256, 1);
}

static void finish(void) {
    opencl_fetch(buffers[3], n * sizeof(float));
    opencl_fetch(buffers[4], n * sizeof(float));
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
