#include "../opencl.h"

#include "problem.h"

static cl_kernel spread;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    spread = opencl_kernel("spread");
    cl_mem in = opencl_share(before, height * width * sizeof *before);
    out = opencl_share(after, height * width * sizeof *after);
    opencl_set(spread, 5, OPENCL(height), OPENCL(width), OPENCL(rate), OPENCL(in), OPENCL(out));
}

static void run(void) {
    opencl_launch(spread, width, height, 32, 8);
}

static void finish(void) {
    opencl_fetch(out, height * width * sizeof *after);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
