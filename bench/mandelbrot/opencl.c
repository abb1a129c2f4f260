#include "../opencl.h"

#include "problem.h"

static cl_kernel mandelbrot;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    mandelbrot = opencl_kernel("mandelbrot");
    out = opencl_share(values, (size_t)width * height * sizeof *values);
    opencl_set(mandelbrot, 4, OPENCL(width), OPENCL(height), OPENCL(view), OPENCL(out));
}

static void run(void) {
    opencl_launch(mandelbrot, (size_t)width, (size_t)height, 32, 8);
}

static void finish(void) {
    opencl_fetch(out, (size_t)width * height * sizeof *values);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
