#include "../opencl.h"

#include "problem.h"

enum { STRETCHES = 64 };
static cl_kernel add_up, scan;
static cl_mem out;

static void setup(void) {
    const size_t size = STRETCHES * sizeof(float);
    opencl_begin();
    add_up = opencl_kernel("add_up");
    scan = opencl_kernel("scan");
    cl_mem in = opencl_share(values, n * sizeof *values);
    cl_mem totals = opencl_share(allocate(size), size);
    out = opencl_share(result, n * sizeof *result);
    opencl_set(add_up, 3, OPENCL(n), OPENCL(in), OPENCL(totals));
    opencl_set(scan, 4, OPENCL(n), OPENCL(in), OPENCL(totals), OPENCL(out));
}

static void run(void) {
    opencl_enqueue(add_up, STRETCHES, 1, 1, 1);
    opencl_launch(scan, STRETCHES, 1, 1, 1);
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
