// heat-omp.c - examples/heat in OpenMP: what the test compares its transfers with.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static void step(size_t height, size_t width, float rate, const float *in, float *out) {
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : height * width])      \
    map(from : out[0 : height * width])
    for (size_t row = 0; row < height; row++)
        for (size_t column = 0; column < width; column++) {
            const float *cell = in + row * width + column;
            float next = *cell;
            if (row != 0 && row != height - 1 && column != 0 && column != width - 1)
                next +=
                    rate * (cell[-1] + cell[1] + cell[-(ptrdiff_t)width] + cell[width] - 4 * *cell);
            out[row * width + column] = next;
        }
}

int main(int argc, char **argv) {
    size_t height = argc > 1 ? strtoull(argv[1], NULL, 10) : 512;
    size_t width = argc > 2 ? strtoull(argv[2], NULL, 10) : 512;
    size_t steps = argc > 3 ? strtoull(argv[3], NULL, 10) : 100;
    float *now = calloc(height * width, sizeof *now), *then = malloc(height * width * sizeof *then);
    for (size_t column = 0; column < width; column++)
        now[column] = 100;
    size_t cells = height * width;
#pragma omp target data map(to : now[0 : cells]) map(alloc : then[0 : cells])
    {
        for (size_t i = 0; i < steps; i++) {
            step(height, width, 0.2f, now, then);
            float *swap = now;
            now = then;
            then = swap;
        }
#pragma omp target update from(now[0 : cells])
    }
    printf("heat: %g\n", now[width + width / 2]);
    free(now);
    free(then);
    return 0;
}
