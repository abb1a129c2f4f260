#include "../opencl.h"

#include "problem.h"

static cl_kernel reduce;
static cl_mem results[3];

static void setup(void) {
    opencl_begin();
    reduce = opencl_kernel("reduce");
    cl_mem in = opencl_share(values, n * sizeof *values);
    results[0] = opencl_share(&sum, sizeof sum);
    results[1] = opencl_share(&least, sizeof least);
    results[2] = opencl_share(&greatest, sizeof greatest);
    opencl_set(reduce, 5, OPENCL(n), OPENCL(in), OPENCL(results[0]), OPENCL(results[1]),
               OPENCL(results[2]));
}

static void run(void) {
    const float initial[3] = {0, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
        clEnqueueWriteBuffer(opencl.queue, results[i], CL_FALSE, 0, sizeof initial[i], &initial[i],
                             0, NULL, NULL);
    opencl_launch(reduce, 512 * 256, 1, 256, 1);
}

static void finish(void) {
    for (int i = 0; i < 3; i++)
        opencl_fetch(results[i], sizeof(float));
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
