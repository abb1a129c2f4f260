// Pi, from points in a square: pi/4 of them are in the circle.
//     pi [POINTS]
#include <random.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void count(size_t n, unsigned long inside[1]) {
    unsigned long own = 0;
    offload_for (i, n) {
        double x = random_uniform(1, i), y = random_uniform(2, i);
        own += x * x + y * y < 1;
    }
    offload_atomic_add(inside, own);
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000000;
    unsigned long inside = 0, expected = 0;
    offload(count)(n, &inside);
    printf("pi is about %.4f\n", 4.0 * (double)inside / (double)n);

    // The host counts the same points.
    for (size_t i = 0; i < n; i++) {
        double x = random_uniform(1, i), y = random_uniform(2, i);
        expected += x * x + y * y < 1;
    }
    return inside != expected;
}
