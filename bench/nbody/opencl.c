#include "../opencl.h"

#include "problem.h"

static cl_kernel accelerate;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    accelerate = opencl_kernel("accelerate");
    cl_mem in = opencl_share(bodies, (size_t)n * sizeof *bodies);
    out = opencl_share(accelerations, (size_t)n * sizeof *accelerations);
    opencl_set(accelerate, 4, OPENCL(n), OPENCL(softening), OPENCL(in), OPENCL(out));
}

static void run(void) {
    opencl_launch(accelerate, (size_t)n, 1, 256, 1);
}

static void finish(void) {
    opencl_fetch(out, (size_t)n * sizeof *accelerations);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
