// radix_opencl.h - the passes of a radix sort in OpenCL (radix.cl), of keys, or of keys and values.
#ifndef RADIX_OPENCL_H
#define RADIX_OPENCL_H

#include "opencl.h"

enum { BLOCK = 4096, DIGITS = 256, PASSES = 4 };
static cl_kernel copy_given, count_digits[PASSES], find_places, move[PASSES];
static cl_uint stretches;

// Memory of the device alone.
static cl_mem room(size_t bytes) {
    return opencl_share(allocate(bytes), bytes);
}

// Makes the kernels. The passes sort the keys of `keys`, which end there; `values`, if not NULL, go
// with them. `size`: the bytes of the keys, which are those of the values.
static void make_passes(cl_mem keys, cl_mem values, size_t size) {
    stretches = 2 * opencl_cores();
    cl_mem counts = room(stretches * DIGITS * sizeof(cl_uint));
    cl_mem to = room(size), to_values = values ? room(size) : NULL;
    copy_given = opencl_kernel("give");
    find_places = opencl_kernel("find_places");
    opencl_set(find_places, 2, OPENCL(stretches), OPENCL(counts));
    for (int i = 0; i < PASSES; i++) {
        const cl_uint shift = (cl_uint)i * 8;
        count_digits[i] = opencl_kernel("count_digits");
        opencl_set(count_digits[i], 4, OPENCL(n), OPENCL(shift), OPENCL(keys), OPENCL(counts));
        move[i] = opencl_kernel(values ? "move_pairs" : "move_keys");
        if (values)
            opencl_set(move[i], 7, OPENCL(n), OPENCL(shift), OPENCL(counts), OPENCL(keys),
                       OPENCL(values), OPENCL(to), OPENCL(to_values));
        else
            opencl_set(move[i], 5, OPENCL(n), OPENCL(shift), OPENCL(counts), OPENCL(keys),
                       OPENCL(to));
        cl_mem moved = to, moved_values = to_values;
        to = keys;
        to_values = values;
        keys = moved;
        values = moved_values;
    }
}

static void run(void) {
    opencl_enqueue(copy_given, n, 1, BLOCK, 1);
    for (int i = 0; i < PASSES; i++) {
        opencl_enqueue(count_digits[i], stretches, 1, 1, 1);
        opencl_enqueue(find_places, 1, 1, 1, 1);
        opencl_enqueue(move[i], stretches, 1, 1, 1);
    }
    opencl_wait();
}

#endif
