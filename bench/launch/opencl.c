#include "../opencl.h"

#include "problem.h"

static cl_kernel increase;
static cl_mem buffer;

static void setup(void) {
    opencl_begin();
    increase = opencl_kernel("increase");
    buffer = opencl_share(y, sizeof y);
    opencl_set(increase, 1, OPENCL(buffer));
}

static void run(void) {
    opencl_launch(increase, COUNT, 1, COUNT, 1);
}

static void finish(void) {
    opencl_fetch(buffer, sizeof y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
