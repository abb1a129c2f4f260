#include "../opencl.h"

#include "problem.h"

#include "../radix_opencl.h"

static cl_mem out, out_values;

static void setup(void) {
    const size_t size = n * sizeof *keys;
    opencl_begin();
    cl_mem in = opencl_share(given, size);
    out = opencl_share(keys, size);
    out_values = opencl_share(indices, size);
    make_passes(out, out_values, size);
    opencl_set(copy_given, 3, OPENCL(in), OPENCL(out), OPENCL(out_values));
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *keys);
    opencl_fetch(out_values, n * sizeof *indices);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
