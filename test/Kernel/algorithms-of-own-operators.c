// OFFLOAD_DEFINE_REDUCE and OFFLOAD_DEFINE_SCAN: operators that are functions and macros, of numbers
// and structs; a scan whose operator is not commutative.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

struct interval {
    float low, high;
};
static struct interval hull(struct interval a, struct interval b) {
    return (struct interval){fminf(a.low, b.low), fmaxf(a.high, b.high)};
}
OFFLOAD_DEFINE_REDUCE(hull_of_all, struct interval, hull, {INFINITY, -INFINITY});

#define GCD_STEP(a, b) ((b) ? (a) % (b) : 0)
static uint gcd(uint a, uint b) {
    while (b) {
        uint rest = GCD_STEP(a, b);
        a = b;
        b = rest;
    }
    return a;
}
OFFLOAD_DEFINE_REDUCE(gcd_of_all, uint, gcd, 0);
#define EITHER(a, b) ((a) | (b))
OFFLOAD_DEFINE_SCAN(bits_so_far, ulong, EITHER, 0);

// The map x -> a * x + b, modulo 2^64. The first of two is applied first.
struct map {
    ulong a, b;
};
static struct map then(struct map f, struct map g) {
    return (struct map){g.a * f.a, g.a * f.b + g.b};
}
OFFLOAD_DEFINE_SCAN(compose, struct map, then, {1, 0});
OFFLOAD_DEFINE_SCAN(compose_bytes, uchar, gcd, 0);

static void intervals(size_t n) {
    struct interval *x = room(n, sizeof *x), wanted = {INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++) {
        x[i] = (struct interval){(float)(scatter(i) % 1000), (float)(scatter(i + 7) % 1000)};
        wanted = hull(wanted, x[i]);
    }
    struct interval all = hull_of_all(n, x);
    CHECK(all.low == wanted.low && all.high == wanted.high, "%zu elements", n);
    free(x);
}

static void numbers(size_t n) {
    uint *x = room(n, sizeof *x), wanted = 0;
    ulong *y = room(n, sizeof *y), so_far = 0;
    for (size_t i = 0; i < n; i++) {
        x[i] = (uint)(scatter(i) % 1000000) * 6;
        wanted = gcd(wanted, x[i]);
        y[i] = 1ul << (i / 97) % 64;
    }
    EQUAL(gcd_of_all(n, x), wanted);
    bits_so_far_exclusive(n, y, y);
    for (size_t i = 0; i < n; i++) {
        CHECK(y[i] == so_far, "element %zu of %zu", i, n);
        so_far |= 1ul << (i / 97) % 64;
    }
    free(x);
    free(y);
}

static void maps(size_t n) {
    struct map *x = room(n, sizeof *x), *y = room(n, sizeof *y), wanted = {1, 0};
    for (size_t i = 0; i < n; i++)
        x[i] = (struct map){scatter(i) | 1, scatter(i + 1)};
    compose_inclusive(n, x, y);
    for (size_t i = 0; i < n; i++) {
        wanted = then(wanted, x[i]);
        CHECK(y[i].a == wanted.a && y[i].b == wanted.b, "element %zu of %zu", i, n);
    }
    compose_exclusive(n, x, y);
    wanted = (struct map){1, 0};
    for (size_t i = 0; i < n; i++) {
        CHECK(y[i].a == wanted.a && y[i].b == wanted.b, "element %zu of %zu", i, n);
        wanted = then(wanted, x[i]);
    }
    free(x);
    free(y);
}

int main(void) {
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        intervals(sizes[s]);
        numbers(sizes[s]);
        maps(sizes[s]);
    }
    maps(large);
    uchar bytes[2] = {12, 18};
    compose_bytes_inclusive(2, bytes, bytes);
    EQUAL(bytes[1], 6);
    return finish();
}
