#include "../opencl.h"

#include "problem.h"

enum { STRETCHES = 64 };
static cl_kernel add_up, add_totals;
static cl_mem total;

static void setup(void) {
    const size_t stretches = STRETCHES;
    opencl_begin();
    add_up = opencl_kernel("add_up");
    add_totals = opencl_kernel("add_up");
    cl_mem in = opencl_share(values, n * sizeof *values);
    cl_mem totals = opencl_share(allocate(STRETCHES * sizeof sum), STRETCHES * sizeof sum);
    total = opencl_share(&sum, sizeof sum);
    opencl_set(add_up, 3, OPENCL(n), OPENCL(in), OPENCL(totals));
    opencl_set(add_totals, 3, OPENCL(stretches), OPENCL(totals), OPENCL(total));
}

static void run(void) {
    opencl_enqueue(add_up, STRETCHES, 1, 1, 1);
    opencl_launch(add_totals, 1, 1, 1, 1);
}

static void finish(void) {
    opencl_fetch(total, sizeof sum);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
