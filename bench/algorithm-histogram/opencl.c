#include "../opencl.h"

#include "problem.h"

enum { STRETCHES = 64 };
static cl_kernel count_bytes, add_counts;
static cl_mem out;

static void setup(void) {
    const cl_uint stretches = STRETCHES;
    const size_t size = STRETCHES * BINS * sizeof(cl_uint);
    opencl_begin();
    count_bytes = opencl_kernel("count_bytes");
    add_counts = opencl_kernel("add_counts");
    cl_mem in = opencl_share(bytes, n), counts = opencl_share(allocate(size), size);
    out = opencl_share(bins, sizeof bins);
    opencl_set(count_bytes, 3, OPENCL(n), OPENCL(in), OPENCL(counts));
    opencl_set(add_counts, 3, OPENCL(stretches), OPENCL(counts), OPENCL(out));
}

static void run(void) {
    opencl_enqueue(count_bytes, STRETCHES, 1, 1, 1);
    opencl_launch(add_counts, BINS, 1, BINS, 1);
}

static void finish(void) {
    opencl_fetch(out, sizeof bins);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
