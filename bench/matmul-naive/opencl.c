#include "../opencl.h"

#include "../matmul.h"

static cl_kernel multiply;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    multiply = opencl_kernel("multiply");
    cl_mem left = opencl_share(a, n * n * sizeof *a), right = opencl_share(b, n * n * sizeof *b);
    out = opencl_share(product, n * n * sizeof *product);
    opencl_set(multiply, 4, OPENCL(n), OPENCL(left), OPENCL(right), OPENCL(out));
}

static void run(void) {
    opencl_launch(multiply, n, n, 32, 8);
}

static void finish(void) {
    opencl_fetch(out, n * n * sizeof *product);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
