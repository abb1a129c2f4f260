// reduction.c - the sum, least and greatest of an array: each thread reduces its share, then each
// block, then the blocks are put together, in two ways.
#include <offload.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Few blocks of many threads, each with many elements: few results are left to put together.
enum { BLOCKS = 512, BLOCK_SIZE = 256 };

struct summary {
    double sum, least, greatest;
};

// In float, the blocks put their results together themselves, with atomics. The order of the
// blocks differs from run to run, and with it the last digits of the sum.
offload_kernel void reduce_float(size_t n, const float values[n], float sum[1], float least[1],
                                 float greatest[1]) {
    float my_sum = 0, my_least = INFINITY, my_greatest = -INFINITY;
    offload_for (i, n) {
        my_sum += values[i];
        my_least = fminf(my_least, values[i]);
        my_greatest = fmaxf(my_greatest, values[i]);
    }
    my_sum = offload_block_reduce_add(my_sum);
    my_least = offload_block_reduce_min(my_least);
    my_greatest = offload_block_reduce_max(my_greatest);
    if (offload_thread_id(0) == 0) {
        offload_atomic_add(sum, my_sum);
        offload_atomic_min(least, my_least);
        offload_atomic_max(greatest, my_greatest);
    }
}

static struct summary summarize_float(size_t n, const float *values) {
    float sum = 0, least = INFINITY, greatest = -INFINITY;
    offload(reduce_float, .blocks = {BLOCKS}, .block_size = {BLOCK_SIZE})(n, values, &sum, &least,
                                                                          &greatest);
    return (struct summary){sum, least, greatest};
}

// In double, each block leaves its results in an array, and the host puts them together: the sum
// is the same in each run.
offload_kernel void reduce_double(size_t n, const double values[n], unsigned int blocks,
                                  offload_out struct summary partial[blocks]) {
    struct summary my = {0, INFINITY, -INFINITY};
    offload_for (i, n) {
        my.sum += values[i];
        my.least = fmin(my.least, values[i]);
        my.greatest = fmax(my.greatest, values[i]);
    }
    my.sum = offload_block_reduce_add(my.sum);
    my.least = offload_block_reduce_min(my.least);
    my.greatest = offload_block_reduce_max(my.greatest);
    if (offload_thread_id(0) == 0)
        partial[offload_block_id(0)] = my;
}

static struct summary summarize_double(size_t n, const double *values) {
    struct summary partial[BLOCKS], total = {0, INFINITY, -INFINITY};
    offload(reduce_double, .blocks = {BLOCKS}, .block_size = {BLOCK_SIZE})(n, values, BLOCKS,
                                                                           partial);
    for (size_t i = 0; i < BLOCKS; i++) {
        total.sum += partial[i].sum;
        total.least = fmin(total.least, partial[i].least);
        total.greatest = fmax(total.greatest, partial[i].greatest);
    }
    return total;
}

// Multiples of 1/64 from -1 to 1, the same on every machine, with one that is less and one that is
// greater. Their sums are exact even in float, whatever the order; with other values, the last
// digits would show it.
static void fill(size_t n, float *floats, double *doubles) {
    unsigned int state = 42;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        floats[i] = (float)((state >> 8) % 129) / 64 - 1;
    }
    floats[n / 3] = -1.5f;
    floats[n - 1 - n / 5] = 1.5f;
    for (size_t i = 0; i < n; i++)
        doubles[i] = (double)floats[i];
}

static struct summary summarize_on_host(size_t n, const double *values) {
    struct summary total = {0, INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++) {
        total.sum += values[i];
        total.least = fmin(total.least, values[i]);
        total.greatest = fmax(total.greatest, values[i]);
    }
    return total;
}

// Prints a summary and returns whether it is right.
static int check(const char *type, struct summary got, struct summary expected) {
    int correct =
        got.sum == expected.sum && got.least == expected.least && got.greatest == expected.greatest;
    printf("reduction: %s: sum %.10g, least %g, greatest %g: %s\n", type, got.sum, got.least,
           got.greatest, correct ? "correct" : "WRONG");
    if (!correct)
        fprintf(stderr, "reduction: %s: the host finds sum %.10g, least %g, greatest %g\n", type,
                expected.sum, expected.least, expected.greatest);
    return correct;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [n]\n"
            "  n  elements of the array, 1 to 1073741824 (16777216)\n",
            program);
    return 2;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? number(argv[1], (size_t)1 << 30) : (size_t)1 << 24;
    if (argc > 2 || n == 0)
        return usage(argv[0]);

    float *floats = malloc(n * sizeof *floats);
    double *doubles = malloc(n * sizeof *doubles);
    if (!floats || !doubles) {
        fprintf(stderr, "%s: no memory for %zu elements\n", argv[0], n);
        return 1;
    }
    fill(n, floats, doubles);
    struct summary expected = summarize_on_host(n, doubles);
    int correct = check("float", summarize_float(n, floats), expected);
    correct &= check("double", summarize_double(n, doubles), expected);
    free(floats);
    free(doubles);
    return correct ? 0 : 1;
}
