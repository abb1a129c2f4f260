#include "../opencl.h"

#include "problem.h"

enum { LEVELS = 8 };
static cl_kernel scan_parts[LEVELS], raise_parts[LEVELS];
static size_t counts[LEVELS], levels;
static cl_mem out;

// A level scans the totals of the level before.
static void setup(void) {
    opencl_begin();
    cl_mem from = opencl_share(values, n * sizeof *values), to;
    to = out = opencl_share(result, n * sizeof *result);
    for (size_t count = n;; levels++) {
        int exclusive = levels > 0;
        size_t parts = (count + BLOCK - 1) / BLOCK, bytes = parts * sizeof *result;
        cl_mem totals = opencl_share(allocate(bytes), bytes);
        cl_mem before = opencl_share(allocate(bytes), bytes);
        counts[levels] = count;
        scan_parts[levels] = opencl_kernel("scan_parts");
        raise_parts[levels] = opencl_kernel("raise_parts");
        opencl_set(scan_parts[levels], 5, OPENCL(count), OPENCL(exclusive), OPENCL(from),
                   OPENCL(to), OPENCL(totals));
        opencl_set(raise_parts[levels], 3, OPENCL(count), OPENCL(before), OPENCL(to));
        from = totals;
        to = before;
        if (parts == 1)
            break;
        count = parts;
    }
}

static void run(void) {
    for (size_t i = 0; i <= levels; i++)
        opencl_launch(scan_parts[i], counts[i], 1, BLOCK, 1);
    for (size_t i = levels; i-- > 0;)
        opencl_launch(raise_parts[i], counts[i], 1, BLOCK, 1);
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
