#include "../opencl.h"

#include "problem.h"

enum { SIDE = 8 }; // of a thread's square
static cl_kernel transpose;
static cl_mem out;

static void setup(void) {
    const size_t size = rows * columns * sizeof *given;
    opencl_begin();
    transpose = opencl_kernel("transpose");
    cl_mem in = opencl_share(given, size);
    out = opencl_share(result, size);
    opencl_set(transpose, 4, OPENCL(rows), OPENCL(columns), OPENCL(in), OPENCL(out));
}

static void run(void) {
    opencl_launch(transpose, (rows + SIDE - 1) / SIDE, (columns + SIDE - 1) / SIDE, 1, 1);
}

static void finish(void) {
    opencl_fetch(out, rows * columns * sizeof *result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
