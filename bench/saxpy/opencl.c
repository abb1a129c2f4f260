#include "../opencl.h"

#include "problem.h"

static cl_kernel saxpy;
static cl_mem buffer_y;

static void setup(void) {
    opencl_begin();
    saxpy = opencl_kernel("saxpy");
    cl_mem buffer_x = opencl_share(x, n * sizeof *x);
    buffer_y = opencl_share(y, n * sizeof *y);
    opencl_set(saxpy, 4, OPENCL(n), OPENCL(a), OPENCL(buffer_x), OPENCL(buffer_y));
}

static void run(void) {
    opencl_launch(saxpy, n, 1, 256, 1);
}

static void finish(void) {
    opencl_fetch(buffer_y, n * sizeof *y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
