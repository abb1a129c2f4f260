#include "../opencl.h"

#include "problem.h"

static cl_kernel live;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    live = opencl_kernel("live");
    cl_mem in = opencl_share(before, height * width);
    out = opencl_share(after, height * width);
    opencl_set(live, 4, OPENCL(height), OPENCL(width), OPENCL(in), OPENCL(out));
}

static void run(void) {
    opencl_launch(live, width, height, 32, 8);
}

static void finish(void) {
    opencl_fetch(out, height * width);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
