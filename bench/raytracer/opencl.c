#include "../opencl.h"

#include "problem.h"

static cl_kernel render;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    render = opencl_kernel("render");
    cl_mem in = opencl_share(spheres, sizeof spheres);
    out = opencl_share(pixels, width * height * sizeof *pixels);
    opencl_set(render, 6, OPENCL(width), OPENCL(height), OPENCL(scene), OPENCL(count), OPENCL(in),
               OPENCL(out));
}

static void run(void) {
    opencl_launch(render, width, height, 32, 8);
}

static void finish(void) {
    opencl_fetch(out, width * height * sizeof *pixels);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
