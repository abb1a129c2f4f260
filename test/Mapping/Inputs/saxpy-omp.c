// saxpy-omp.c - examples/saxpy in OpenMP: what the test compares its transfers with.
#include <stdio.h>
#include <stdlib.h>

static void saxpy(size_t n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1 << 20;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)(i % 1000);
        y[i] = (float)(i % 7);
    }
    saxpy(n, 2.0f, x, y);
    for (size_t i = 0; i < n; i++)
        if (y[i] != (float)(i % 7) + 2 * (float)(i % 1000))
            return 1;
    printf("saxpy: %zu elements: all correct\n", n);
    free(x);
    free(y);
    return 0;
}
