#include "../opencl.h"

#include "problem.h"

enum { BLOCK = 4096, DIGITS = 256, PASSES = 4 };
static cl_kernel give_pairs, count_digits[PASSES], find_places, move_pairs[PASSES];
static cl_uint stretches;
static cl_mem out, out_with;

static void setup(void) {
    opencl_begin();
    stretches = 2 * opencl_cores();
    const size_t size = n * sizeof *keys, size_of_counts = stretches * DIGITS * sizeof(cl_uint);
    cl_mem in = opencl_share(given, size);
    cl_mem counts = opencl_share(allocate(size_of_counts), size_of_counts);
    cl_mem from = out = opencl_share(keys, size), to = opencl_share(allocate(size), size);
    cl_mem with = out_with = opencl_share(indices, size);
    cl_mem to_with = opencl_share(allocate(size), size);
    give_pairs = opencl_kernel("give");
    opencl_set(give_pairs, 3, OPENCL(in), OPENCL(out), OPENCL(out_with));
    find_places = opencl_kernel("find_places");
    opencl_set(find_places, 2, OPENCL(stretches), OPENCL(counts));
    for (int i = 0; i < PASSES; i++) {
        const cl_uint shift = (cl_uint)i * 8;
        count_digits[i] = opencl_kernel("count_digits");
        opencl_set(count_digits[i], 4, OPENCL(n), OPENCL(shift), OPENCL(from), OPENCL(counts));
        move_pairs[i] = opencl_kernel("move_pairs");
        opencl_set(move_pairs[i], 7, OPENCL(n), OPENCL(shift), OPENCL(counts), OPENCL(from),
                   OPENCL(with), OPENCL(to), OPENCL(to_with));
        cl_mem moved = to, moved_with = to_with;
        to = from;
        to_with = with;
        from = moved;
        with = moved_with;
    }
}

static void run(void) {
    opencl_enqueue(give_pairs, n, 1, BLOCK, 1);
    for (int i = 0; i < PASSES; i++) {
        opencl_enqueue(count_digits[i], stretches, 1, 1, 1);
        opencl_enqueue(find_places, 1, 1, 1, 1);
        opencl_enqueue(move_pairs[i], stretches, 1, 1, 1);
    }
    opencl_wait();
}

static void finish(void) {
    opencl_fetch(out, n * sizeof *keys);
    opencl_fetch(out_with, n * sizeof *indices);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
