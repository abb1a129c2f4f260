// Loops that all threads of a row run alike give each thread its own result, however long the row
// is: nested loops, with values of several sizes, left early, with comparisons of the index in
// them, and with results that a later turn reads.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O2 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { HEIGHT = 3, WIDTH = 260, TURNS = 23 };

static unsigned product_of(int width, const unsigned a[], const unsigned b[], int x, int y) {
    unsigned sum = 7;
    for (int k = 0; k < TURNS + y; k++)
        sum += a[y * TURNS + k] * b[k * width + x];
    return sum;
}

offload_kernel void product(int width, const unsigned a[WIDTH], const unsigned b[30 * width],
                            unsigned out[HEIGHT * width]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < width && y < HEIGHT)
        out[y * width + x] = product_of(width, a, b, x, y);
}

// Sums of three sizes; the inner loop ends where the data says, the index takes part.
static double mixed_of(int width, const unsigned a[], const unsigned b[], int x, int y) {
    unsigned char small = 0;
    long count = 0;
    double sum = x;
    for (int i = 0; i < TURNS + y; i++) {
        for (int k = i; k < TURNS + y; k++) {
            if (a[k] % 8 == 0)
                break;
            unsigned next = b[k * width + x];
            small = (unsigned char)(small + next);
            if (x > 40)
                count += (long)next << 3;
            sum += small / 4.0;
        }
        if (i == 17)
            break;
        sum = i & 1 ? sum + (double)count : sum;
    }
    return sum + small;
}

offload_kernel void mixed(int width, const unsigned a[WIDTH], const unsigned b[30 * width],
                          double out[HEIGHT * width]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < width && y < HEIGHT)
        out[y * width + x] = mixed_of(width, a, b, x, y);
}

// Each turn reads what the one before has written.
static void steps_of(int width, unsigned rows[], int x) {
    for (int k = 1; k < TURNS; k++)
        rows[k * width + x] = rows[(k - 1) * width + x] * 3 + (unsigned)(x * k);
}

offload_kernel void steps(int width, unsigned rows[TURNS * width]) {
    int x = (int)offload_global_id(0);
    if (x < width)
        steps_of(width, rows, x);
}

static unsigned a[WIDTH], b[30 * WIDTH], rows[TURNS * WIDTH], copy[TURNS * WIDTH];
static unsigned products[HEIGHT * WIDTH];
static double sums[HEIGHT * WIDTH];

static void try(int width, size_t size) {
    size_t threads = (size_t)width;
    offload(product, .threads = {threads, HEIGHT}, .block_size = {size})(width, a, b, products);
    offload(mixed, .threads = {threads, HEIGHT}, .block_size = {size})(width, a, b, sums);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < width; x++) {
            EQUAL(products[y * width + x], product_of(width, a, b, x, y));
            double expected = mixed_of(width, a, b, x, y), got = sums[y * width + x];
            CHECK(got == expected, "%d, %d of %d: %g, not %g", x, y, width, got, expected);
        }
    for (int i = 0; i < width; i++)
        copy[i] = rows[i] = a[i];
    offload(steps, .threads = {threads}, .block_size = {size})(width, rows);
    for (int x = 0; x < width; x++)
        steps_of(width, copy, x);
    EQUAL(memcmp(rows, copy, sizeof *rows * TURNS * threads), 0);
}

// Where a loop is left, some threads of a strip do what others do not.
offload_kernel void left(int turns, unsigned limit, const int stop[TURNS],
                         const float b[TURNS * WIDTH], float all[(TURNS + 1) * WIDTH],
                         float out[WIDTH]) {
    unsigned t = offload_thread_id(0);
    float sum = 0;
    for (int k = 0; k < turns; k++)
        sum += b[(size_t)k * WIDTH + t];
    for (int k = 0; k < turns; k++) {
        all[(size_t)k * WIDTH + t] = sum;
        if (stop[k]) {
            if (t + (size_t)k < limit)
                out[t] = sum;
            break;
        }
    }
    all[TURNS * WIDTH + t] = 2 * sum;
}

static void try_left(unsigned limit) {
    enum { LENGTH = 256, STOP = 2 };
    static const int stop[TURNS] = {[STOP] = 1};
    static float numbers[TURNS * WIDTH], all[(TURNS + 1) * WIDTH];
    float out[WIDTH] = {0};
    for (int i = 0; i < TURNS * WIDTH; i++)
        numbers[i] = (float)(i % 17 + 1);
    offload(left, .blocks = {1}, .block_size = {LENGTH})(5, limit, stop, numbers, all, out);
    for (unsigned t = 0; t < LENGTH; t++) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += numbers[k * WIDTH + (int)t];
        CHECK(out[t] == (t + STOP < limit ? sum : 0), "limit %u, thread %u: %g", limit, t,
              (double)out[t]);
        CHECK(all[TURNS * WIDTH + t] == 2 * sum, "thread %u", t);
    }
}

int main(void) {
    static const int widths[] = {1,  2,  7,  8,  31, 32,  33,  39,  40,  41,
                                 63, 64, 65, 95, 96, 127, 128, 129, 200, WIDTH};
    for (unsigned i = 0; i < WIDTH; i++)
        a[i] = i * 2654435761u >> 16;
    for (unsigned i = 0; i < 30 * WIDTH; i++)
        b[i] = i * 2246822519u >> 15;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        try(widths[i], 64);
        try(widths[i], 100);
        try(widths[i], 7);
        try_left((unsigned)widths[i]);
    }
    return finish();
}
