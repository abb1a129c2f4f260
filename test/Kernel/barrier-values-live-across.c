// What a thread holds across barriers is its own: scalars of all types, arrays with computed
// indices, structs, pointers to its variables, and what loops count.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O3
#include <offload.h>
#include <stdbool.h>
#include <string.h>

#include "Inputs/check.h"

enum { SIZE = 50, BLOCKS = 5, N = SIZE * BLOCKS };

typedef float float4 __attribute__((vector_size(16)));

struct body {
    char tag;
    double mass;
    short where[3];
    struct {
        long id;
        float weight;
    } inner;
};

// Each writes what it expects to find again, and reports how much it found.
offload_kernel void scalars(int n, int good[n]) {
    size_t i = offload_global_id(0);
    bool odd = i & 1;
    char c = (char)(i % 100);
    unsigned short s = (unsigned short)(i * 321);
    int d = (int)i * -7;
    long l = (long)i << 33;
    float f = (float)i / 4;
    double g = (double)i / 3;
    unsigned __int128 w = (unsigned __int128)i << 100;
    float4 v = {f, f + 1, f + 2, f + 3};
    const void *p = &good[i];
    for (int round = 0; round < 3; round++)
        offload_barrier();
    good[i] = (odd == (i & 1)) + (c == (char)(i % 100)) + (s == (unsigned short)(i * 321)) +
              (d == (int)i * -7) + (l == (long)i << 33) + (f == (float)i / 4) +
              (g == (double)i / 3) + (w >> 100 == i) + (v[0] == f && v[3] == f + 3) +
              (p == &good[i]);
}

// A private array is written and read at indices that only the run knows.
offload_kernel void arrays(unsigned rounds, int n, int sums[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    int mine[17];
    unsigned sum = 0;
    memset(mine, 0, sizeof mine);
    for (unsigned r = 0; r < rounds; r++) {
        mine[(me * 5 + r) % 17] += (int)(me * rounds + r);
        pass[me] = mine[(me + r) % 17];
        offload_barrier();
        mine[(me * 3 + r) % 17] ^= pass[(me + r) % SIZE];
        offload_barrier();
    }
    for (int k = 0; k < 17; k++)
        sum = sum * 31 + (unsigned)mine[k];
    sums[offload_global_id(0)] = (int)sum;
}

static void expect_arrays(int rounds, const int *sums) {
    static int mine[SIZE][17], pass[SIZE];
    memset(mine, 0, sizeof mine);
    for (int r = 0; r < rounds; r++) {
        for (int t = 0; t < SIZE; t++) {
            mine[t][(t * 5 + r) % 17] += t * rounds + r;
            pass[t] = mine[t][(t + r) % 17];
        }
        for (int t = 0; t < SIZE; t++)
            mine[t][(t * 3 + r) % 17] ^= pass[(t + r) % SIZE];
    }
    for (int i = 0; i < N; i++) {
        unsigned sum = 0;
        for (int k = 0; k < 17; k++)
            sum = sum * 31 + (unsigned)mine[i % SIZE][k];
        EQUAL(sums[i], (int)sum);
    }
}

static void grow(struct body *b, long *count) {
    b->mass *= 2;
    b->where[*count % 3]++;
    ++*count;
}

// Structs, assigned as a whole, changed through pointers before and after barriers.
offload_kernel void structs(int n, struct body out[n], long counts[n]) {
    size_t i = offload_global_id(0);
    struct body first = {.tag = 'a', .mass = (double)i, .where = {1, 2, 3}}, second;
    long count = (long)i;
    struct body *current = i % 2 ? &first : &second;
    long *counter = &count;
    first.inner.id = (long)i * 1000;
    second = first;
    offload_barrier();
    second.tag = 'b';
    for (int round = 0; round < 4; round++) {
        grow(current, counter);
        offload_barrier();
        current = current == &first ? &second : &first;
    }
    first.inner.weight = (float)second.where[0];
    offload_barrier();
    out[i] = i % 3 ? first : second;
    counts[i] = count;
}

// What the thread is stays known.
offload_kernel void places(int n, size_t where[n]) {
    size_t i = offload_global_id(0);
    unsigned t = offload_thread_id(0), b = offload_block_id(0);
    offload_barrier();
    bool same = t == offload_thread_id(0) && b == offload_block_id(0) && i == offload_global_id(0);
    offload_barrier();
    where[offload_block_id(0) * SIZE + t] = same ? offload_global_id(0) : 0;
}

// A pointer to a private variable, kept in another private variable, through a function.
static void store_through(int **way, int value) {
    **way = value;
}

offload_kernel void pointers(int n, int out[n]) {
    size_t i = offload_global_id(0);
    int here[4] = {0}, *way = &here[i % 4], **to = &way;
    for (int k = 0; k < 6; k++) {
        store_through(to, (int)i + k);
        offload_barrier();
        if (i % 5 == 0)
            way = &here[(way - here + 1) % 4];
        offload_barrier();
    }
    out[i] = here[0] + 3 * here[1] + 5 * here[2] + 7 * here[3];
}

__attribute__((noinline)) static void bump(int *p, int by) {
    *p += by;
}

// Parameters are variables too: each thread changes its own, through pointers and at computed
// indices.
struct few {
    int v[6];
};

offload_kernel void parameters(int n, struct few few, int a[n]) {
    offload_shared int pass[SIZE];
    unsigned me = offload_thread_id(0);
    bump(&n, (int)me);
    few.v[me % 6] += (int)me;
    offload_barrier();
    pass[me] = n + few.v[(me + 1) % 6];
    offload_barrier();
    bump(&few.v[me % 3], 100);
    offload_barrier();
    a[offload_global_id(0)] = pass[(me + 1) % SIZE] + n + few.v[me % 6];
}

static int good[N];
static struct body bodies[N];
static long counts[N];
static size_t where[N];

int main(void) {
    offload(scalars, .blocks = {BLOCKS}, .block_size = {SIZE})(N, good);
    for (int i = 0; i < N; i++)
        EQUAL(good[i], 10);
    offload(arrays, .blocks = {BLOCKS}, .block_size = {SIZE})(9, N, good);
    expect_arrays(9, good);
    offload(arrays, .blocks = {BLOCKS}, .block_size = {SIZE})(0, N, good);
    expect_arrays(0, good);
    offload(structs, .blocks = {BLOCKS}, .block_size = {SIZE})(N, bodies, counts);
    for (int i = 0; i < N; i++) {
        EQUAL(counts[i], i + 4);
        EQUAL(bodies[i].tag, i % 3 ? 'a' : 'b');
        CHECK(bodies[i].mass == 4.0 * i, "%d: %g", i, bodies[i].mass);
        EQUAL(bodies[i].inner.id, i * 1000);
        EQUAL(bodies[i].where[0] + bodies[i].where[1] + bodies[i].where[2], 8);
    }
    offload(places, .blocks = {BLOCKS}, .block_size = {SIZE})(N, where);
    for (size_t i = 0; i < N; i++)
        EQUAL(where[i], i);
    offload(pointers, .blocks = {BLOCKS}, .block_size = {SIZE})(N, good);
    for (int i = 0; i < N; i++) {
        int here[4] = {0}, at = i % 4;
        for (int k = 0; k < 6; k++) {
            here[at] = i + k;
            at = (at + (i % 5 == 0)) % 4;
        }
        EQUAL(good[i], here[0] + 3 * here[1] + 5 * here[2] + 7 * here[3]);
    }
    struct few few = {{1, 2, 3, 4, 5, 6}};
    offload(parameters, .blocks = {BLOCKS}, .block_size = {SIZE})(N, few, good);
    for (int i = 0; i < N; i++) {
        int me = i % SIZE, next = (me + 1) % SIZE;
        int mine = few.v[me % 6] + me + (me % 6 < 3 ? 100 : 0);
        EQUAL(good[i], N + next + few.v[(next + 1) % 6] + N + me + mine);
    }
    return finish();
}
