#include "../opencl.h"

#include "problem.h"

enum { STRETCHES = 64 };
static cl_kernel count_positive, copy_positive;
static cl_mem out, out_count;

static void setup(void) {
    const size_t size = STRETCHES * sizeof(cl_ulong);
    opencl_begin();
    count_positive = opencl_kernel("count_positive");
    copy_positive = opencl_kernel("copy_positive");
    cl_mem in = opencl_share(values, n * sizeof *values);
    cl_mem counts = opencl_share(allocate(size), size);
    out = opencl_share(result, n * sizeof *result);
    out_count = opencl_share(&count, sizeof count);
    opencl_set(count_positive, 3, OPENCL(n), OPENCL(in), OPENCL(counts));
    opencl_set(copy_positive, 5, OPENCL(n), OPENCL(in), OPENCL(counts), OPENCL(out),
               OPENCL(out_count));
}

static void run(void) {
    opencl_enqueue(count_positive, STRETCHES, 1, 1, 1);
    opencl_launch(copy_positive, STRETCHES, 1, 1, 1);
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *result);
    opencl_fetch(out_count, sizeof count);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
