#include "../opencl.h"

#include "problem.h"

#include "../radix_opencl.h"

static cl_mem out;

static void setup(void) {
    const size_t size = n * sizeof *keys;
    opencl_begin();
    cl_mem in = opencl_share(given, size);
    out = opencl_share(keys, size);
    make_passes(out, NULL, size);
    opencl_set(copy_given, 2, OPENCL(in), OPENCL(out));
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *keys);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
