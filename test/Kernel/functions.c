// Functions that kernels call: static, external, inline, recursive, mutually recursive, not
// inlined, with many arguments, pointers in and out; some ask for indices. Not deep: a GPU's thread
// may have a stack of 1 KiB.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { N = 700 };

static int square(int x) {
    return x * x;
}

int cube(int x);
int cube(int x) {
    return x * square(x);
}

static inline int both(int x) {
    return square(x) + cube(x);
}

__attribute__((noinline)) static unsigned factorial(unsigned n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static int odd(unsigned n);
static int even(unsigned n) {
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n) {
    return n == 0 ? 0 : even(n - 1);
}

// Walks an implicit tree, with an array in each call's frame.
static int depth_first(int node, int limit, int path[4], int depth) {
    int mine[4];
    if (node >= limit || depth == 4)
        return 0;
    for (int i = 0; i < depth; i++)
        mine[i] = path[i];
    mine[depth] = node;
    return mine[depth / 2] + depth_first(2 * node + 1, limit, mine, depth + 1) +
           depth_first(2 * node + 2, limit, mine, depth + 1);
}

__attribute__((noinline)) static double many(int a, double b, char c, long d, float e, short f,
                                             unsigned g, double h, const int *i, long j, int k) {
    return a + b + c + (double)d + e + f + g + h + *i + (double)j + k;
}

__attribute__((noinline)) static void sort(int *a, int *b) {
    if (*a > *b) {
        int swap = *a;
        *a = *b;
        *b = swap;
    }
}

// Asks for its index itself, and so does what it calls.
__attribute__((noinline)) static size_t where(void) {
    return offload_global_id(0);
}

static size_t nested(int depth) {
    return depth ? nested(depth - 1) : where();
}

struct results {
    int both, tree, low, high, odd;
    unsigned factorial;
    double many;
    size_t where;
};

offload_kernel void call(int n, struct results r[n]) {
    int i = (int)offload_global_id(0), path[4] = {0};
    if (i >= n)
        return;
    struct results *mine = &r[i];
    mine->both = both(i % 50);
    mine->factorial = factorial((unsigned)i % 7);
    mine->odd = odd((unsigned)i % 8);
    mine->tree = depth_first(0, i, path, 0);
    mine->many = many(i, 0.5, 'a', i * 10L, 0.25f, (short)i, 7, 1e3, &n, -1, 5);
    mine->low = i * 37 % 100, mine->high = i * 53 % 100;
    sort(&mine->low, &mine->high);
    mine->where = nested(i % 4) + offload_global_size(0);
}

static struct results r[N];

int main(void) {
    size_t size = (N + 255) / 256 * 256;
    offload(call, .threads = {N})(N, r);
    for (int i = 0; i < N; i++) {
        int path[4] = {0}, n = N;
        EQUAL(r[i].both, both(i % 50));
        EQUAL(r[i].factorial, factorial((unsigned)i % 7));
        EQUAL(r[i].odd, i % 8 % 2);
        EQUAL(r[i].tree, depth_first(0, i, path, 0));
        EQUAL(r[i].many * 4, many(i, 0.5, 'a', i * 10L, 0.25f, (short)i, 7, 1e3, &n, -1, 5) * 4);
        CHECK(r[i].low <= r[i].high && r[i].low + r[i].high == i * 37 % 100 + i * 53 % 100, "%d", i);
        EQUAL(r[i].where, (size_t)i + size);
    }
    return finish();
}
