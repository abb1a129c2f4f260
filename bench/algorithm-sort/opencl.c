#include "../opencl.h"

#include "problem.h"

enum { BLOCK = 4096, DIGITS = 256, PASSES = 4 };
static cl_kernel give_keys, count_digits[PASSES], find_places, move_keys[PASSES];
static cl_uint stretches;
static cl_mem out;

static void setup(void) {
    opencl_begin();
    stretches = 2 * opencl_cores();
    const size_t size = n * sizeof *keys, size_of_counts = stretches * DIGITS * sizeof(cl_uint);
    cl_mem in = opencl_share(given, size);
    cl_mem counts = opencl_share(allocate(size_of_counts), size_of_counts);
    cl_mem from = out = opencl_share(keys, size), to = opencl_share(allocate(size), size);
    give_keys = opencl_kernel("give");
    opencl_set(give_keys, 2, OPENCL(in), OPENCL(out));
    find_places = opencl_kernel("find_places");
    opencl_set(find_places, 2, OPENCL(stretches), OPENCL(counts));
    for (int i = 0; i < PASSES; i++) {
        const cl_uint shift = (cl_uint)i * 8;
        count_digits[i] = opencl_kernel("count_digits");
        opencl_set(count_digits[i], 4, OPENCL(n), OPENCL(shift), OPENCL(from), OPENCL(counts));
        move_keys[i] = opencl_kernel("move_keys");
        opencl_set(move_keys[i], 5, OPENCL(n), OPENCL(shift), OPENCL(counts), OPENCL(from),
                   OPENCL(to));
        cl_mem moved = to;
        to = from;
        from = moved;
    }
}

static void run(void) {
    opencl_enqueue(give_keys, n, 1, BLOCK, 1);
    for (int i = 0; i < PASSES; i++) {
        opencl_enqueue(count_digits[i], stretches, 1, 1, 1);
        opencl_enqueue(find_places, 1, 1, 1, 1);
        opencl_enqueue(move_keys[i], stretches, 1, 1, 1);
    }
    opencl_wait();
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *keys);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
