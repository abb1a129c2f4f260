#include "../opencl.h"

#include "problem.h"

static cl_kernel count_bytes;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    count_bytes = opencl_kernel("count_bytes");
    cl_mem in = opencl_share(bytes, n);
    out = opencl_share(bins, sizeof bins);
    opencl_set(count_bytes, 3, OPENCL(n), OPENCL(in), OPENCL(out));
}

static void run(void) {
    const unsigned int zeros[BINS] = {0};
    clEnqueueWriteBuffer(opencl.queue, out, CL_FALSE, 0, sizeof zeros, zeros, 0, NULL, NULL);
    opencl_launch(count_bytes, 64 * 256, 1, 256, 1);
}

static void finish(void) {
    opencl_fetch(out, sizeof bins);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
