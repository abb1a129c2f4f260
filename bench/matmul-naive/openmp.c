// The loop over columns innermost: it reads and writes memory in order.
#include "../matmul.h"

static void multiply(size_t size, const float *restrict left, const float *restrict right,
                     float *restrict out) {
#pragma omp parallel for
    for (size_t row = 0; row < size; row++) {
        float *to = out + row * size;
        for (size_t column = 0; column < size; column++)
            to[column] = 0;
        for (size_t k = 0; k < size; k++) {
            float factor = left[row * size + k];
            const float *from = right + k * size;
#pragma omp simd
            for (size_t column = 0; column < size; column++)
                to[column] += factor * from[column];
        }
    }
}

static void run(void) {
    multiply(n, a, b, product);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
