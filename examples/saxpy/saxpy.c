// saxpy.c - y = a * x + y on a device, checked on the host.
#include <offload.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// The prototype says all there is to say about data: x goes to the device, y goes there and comes
// back.
offload_kernel void saxpy(size_t n, float a, const float x[n], float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] += a * x[i];
}

static float initial_x(size_t i) {
    return (float)(i % 1000);
}

static float initial_y(size_t i) {
    return (float)(i % 7);
}

static int usage(const char *program) {
    fprintf(stderr, "usage: %s [elements [a]]\n", program);
    return 2;
}

int main(int argc, char **argv) {
    size_t n = 1 << 20;
    float a = 2.0f;
    char *end;
    if (argc > 3)
        return usage(argv[0]);
    if (argc > 1) {
        n = strtoull(argv[1], &end, 10);
        if (argv[1][0] == '-' || end == argv[1] || *end || n > SIZE_MAX / sizeof(float))
            return usage(argv[0]);
    }
    if (argc > 2) {
        a = strtof(argv[2], &end);
        if (end == argv[2] || *end)
            return usage(argv[0]);
    }

    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    if (n && (!x || !y)) {
        fprintf(stderr, "%s: no memory for %zu elements\n", argv[0], n);
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        x[i] = initial_x(i);
        y[i] = initial_y(i);
    }

    offload(saxpy, .threads = {n})(n, a, x, y);

    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        // A device may round once, in a fused multiply-add, where the host rounds twice.
        float expected = initial_y(i) + a * initial_x(i);
        if (!(fabsf(y[i] - expected) <= 1e-6f * fabsf(a * initial_x(i)))) {
            if (wrong++ == 0)
                fprintf(stderr, "y[%zu] is %g, not %g\n", i, y[i], expected);
        }
    }
    free(x);
    free(y);
    if (wrong) {
        fprintf(stderr, "saxpy: %zu of %zu elements are wrong\n", wrong, n);
        return 1;
    }
    printf("saxpy: %zu elements, a = %g: all correct\n", n, a);
    return 0;
}
