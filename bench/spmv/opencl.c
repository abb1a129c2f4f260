#include "../opencl.h"

#include "problem.h"

static cl_kernel multiply;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    multiply = opencl_kernel("multiply");
    cl_mem start = opencl_share(starts, (rows + 1) * sizeof *starts);
    cl_mem column = opencl_share(columns, count * sizeof *columns);
    cl_mem value = opencl_share(values, count * sizeof *values);
    cl_mem vector = opencl_share(x, rows * sizeof *x);
    out = opencl_share(y, rows * sizeof *y);
    opencl_set(multiply, 6, OPENCL(rows), OPENCL(start), OPENCL(column), OPENCL(value),
               OPENCL(vector), OPENCL(out));
}

static void run(void) {
    opencl_launch(multiply, rows, 1, 256, 1);
}

static void finish(void) {
    opencl_fetch(out, rows * sizeof *y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
