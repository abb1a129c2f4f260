#include "../matmul.h"

#include <offload.h>

offload_kernel void multiply(size_t size, const float left[size][size],
                             const float right[size][size], offload_out float out[size][size]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= size || column >= size)
        return;
    float sum = 0;
    for (size_t k = 0; k < size; k++)
        sum += left[row][k] * right[k][column];
    out[row][column] = sum;
}

static void run(void) {
    offload(multiply, .threads = {n, n})(n, (const float (*)[n])a, (const float (*)[n])b,
                                         (float (*)[n])product);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
