// qsort, qsort_r and bsearch in kernels, with functions of the program's that compare: each thread sorts a row of its own, of
// elements from a byte to more than 256.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#define _GNU_SOURCE
#include <offload.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/check.h"

enum { MOST = 60, N = 61, WIDE = 300 };

struct wide {
    char name[WIDE - 4];
    int key;
};

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_byte(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static int by_key(const void *a, const void *b) {
    return ((const struct wide *)a)->key - ((const struct wide *)b)->key;
}

static int by_size(const void *a, const void *b, void *scale) {
    double x = *(const double *)a * *(double *)scale, y = *(const double *)b * *(double *)scale;
    return (x > y) - (x < y);
}

offload_kernel void sort(int n, int ints[n][MOST], unsigned char bytes[n][MOST], double numbers[n][MOST],
                         struct wide wides[n][8], int found[n][3])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    double scale = i % 2 ? 1 : -1;
    qsort(ints[i], (size_t)i, sizeof(int), by_value);
    qsort(bytes[i], MOST, 1, by_byte);
    qsort_r(numbers[i], (size_t)i, sizeof(double), by_size, &scale);
    qsort(wides[i], 8, sizeof(struct wide), by_key);
    for (int k = 0; k < 3; k++) {
        int key = k == 2 ? -7 : ints[i][(i + 1) / 2 * k];
        const int *at = bsearch(&key, ints[i], (size_t)i, sizeof(int), by_value);
        found[i][k] = at ? *at == key : -1;
    }
}

static int ints[N][MOST], found[N][3];
static unsigned char bytes[N][MOST];
static double numbers[N][MOST];
static struct wide wides[N][8];

// The sum of a row's elements, in which no order changes anything.
static long long sum(int i) {
    long long result = 0;
    for (int k = 0; k < MOST; k++)
        result += ints[i][k] + 1000ll * bytes[i][k] + 1000000ll * (long long)numbers[i][k];
    for (int k = 0; k < 8; k++)
        result += wides[i][k].key * 17ll;
    return result;
}

int main(void) {
    long long sums[N];
    unsigned state = 3;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < MOST; k++) {
            state = state * 1103515245u + 12345u;
            ints[i][k] = i % 5 == 0 ? k : i % 5 == 1 ? -k : (int)(state >> 16) % (i % 5 == 2 ? 4 : 10000);
            bytes[i][k] = (unsigned char)(state >> 20);
            numbers[i][k] = (int)(state >> 12) % 1000 - 500;
        }
        for (int k = 0; k < 8; k++) {
            wides[i][k].key = ints[i][k + 3];
            sprintf(wides[i][k].name, "%d", wides[i][k].key);
        }
        sums[i] = sum(i);
    }
    offload(sort, .threads = {N})(N, ints, bytes, numbers, wides, found);
    for (int i = 0; i < N; i++) {
        EQUAL(sum(i), sums[i]);
        for (int k = 1; k < MOST; k++) {
            CHECK(k >= i || ints[i][k - 1] <= ints[i][k], "ints of %d at %d", i, k);
            CHECK(bytes[i][k - 1] <= bytes[i][k], "bytes of %d at %d", i, k);
            CHECK(k >= i || (i % 2 ? numbers[i][k - 1] <= numbers[i][k] : numbers[i][k - 1] >= numbers[i][k]),
                  "numbers of %d at %d", i, k);
        }
        for (int k = 0; k < 8; k++)
            CHECK((k == 0 || wides[i][k - 1].key <= wides[i][k].key) && atoi(wides[i][k].name) == wides[i][k].key,
                  "structs of %d at %d", i, k);
        EQUAL(found[i][0], i ? 1 : -1);
        EQUAL(found[i][1], i > 1 ? 1 : found[i][1]);
        EQUAL(found[i][2], i % 5 == 1 && i > 7 ? 1 : -1);
    }
    return finish();
}
