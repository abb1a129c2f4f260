#include "../opencl.h"

#include "problem.h"

enum { BLOCK = 4096 };
static cl_kernel fill;
static cl_mem out;

static void setup(void) {
    const float value = 1.5f;
    opencl_begin();
    fill = opencl_kernel("fill");
    out = opencl_share(values, n * sizeof *values);
    opencl_set(fill, 2, OPENCL(out), OPENCL(value));
}

static void run(void) {
    opencl_launch(fill, n, 1, BLOCK, 1);
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *values);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
