// offload_load_streaming, offload_store_streaming, offload_load_readonly and offload_prefetch: the values are those of plain
// accesses, for numbers of all sizes, pointers, vectors and structs, in arrays, device variables and shared memory.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 300 };
typedef float four __attribute__((ext_vector_type(4)));
typedef short two __attribute__((ext_vector_type(2)));
struct aligned {
    float a, b, c, d;
} __attribute__((aligned(16)));
struct loose {
    short a, b, c;
};

offload_global int table[N];

static int streamed(const int *p) {
    return offload_load_streaming(p);
}

offload_kernel void copy(int n, const unsigned char c[n], const short s[n], const float f[n], const double d[n],
                         const four v[n], const two t[n], const struct aligned a[n], const struct loose l[n],
                         unsigned char c2[n], short s2[n], float f2[n], double d2[n], four v2[n], two t2[n],
                         struct aligned a2[n], struct loose l2[n]) {
    offload_shared int local[256];
    int i = (int)offload_global_id(0);
    int me = (int)offload_thread_id(0);
    offload_store_streaming(&local[me], me);
    offload_barrier();
    if (i >= n)
        return;
    offload_prefetch(&f[i + 100000]);
    __builtin_prefetch(&d[i], 0, 1);
    offload_store_streaming(&c2[i], (unsigned char)(offload_load_streaming(&c[i]) + 1));
    offload_store_streaming(&s2[i], (short)(offload_load_readonly(&s[i]) + 1));
    offload_store_streaming(&f2[i], offload_load_streaming(&f[i]) + (float)offload_load_streaming(&local[me ^ 1]));
    offload_store_streaming(&d2[i], offload_load_readonly(&d[i]) + streamed(&table[i]));
    offload_store_streaming(&v2[i], offload_load_streaming(&v[i]) + offload_load_readonly(&v[0]));
    offload_store_streaming(&t2[i], offload_load_streaming(&t[i]));
    a2[i] = offload_load_readonly(&a[i]);
    l2[i] = offload_load_readonly(&l[i]);
}

struct row {
    const int *first offload_count(1);
};

offload_kernel void through_pointers(int n, const struct row rows[n], int y[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        y[i] = *offload_load_readonly(&rows[i].first) + *offload_load_streaming(&rows[0].first);
}

static unsigned char c[N], c2[N];
static short s[N], s2[N];
static float f[N], f2[N];
static double d[N], d2[N];
static four v[N], v2[N];
static two t[N], t2[N];
static struct aligned a[N], a2[N];
static struct loose l[N], l2[N];
static int x[N], y[N];
static struct row rows[N];

int main(void) {
    for (int i = 0; i < N; i++) {
        c[i] = (unsigned char)i;
        s[i] = (short)(-i);
        f[i] = (float)i * 0.5f;
        d[i] = i * 0.25;
        v[i] = (four){(float)i, 1, 2, (float)-i};
        t[i] = (two){(short)i, 7};
        a[i] = (struct aligned){(float)i, 2, 3, 4};
        l[i] = (struct loose){(short)i, 2, (short)-i};
        x[i] = i + 1;
        rows[i].first = &x[i];
        table[i] = 3 * i;
    }
    offload_update_to(table, N);
    offload(copy, .threads = {N})(N, c, s, f, d, v, t, a, l, c2, s2, f2, d2, v2, t2, a2, l2);
    offload(through_pointers, .threads = {N})(N, rows, y);
    for (int i = 0; i < N; i++) {
        EQUAL(c2[i], (unsigned char)(i + 1));
        EQUAL(s2[i], 1 - i);
        CHECK(f2[i] == (float)i * 0.5f + (float)(i % 256 ^ 1), "%d: %g", i, (double)f2[i]);
        CHECK(d2[i] == i * 0.25 + 3 * i, "%d: %g", i, d2[i]);
        CHECK(v2[i].x == (float)i && v2[i].y == 2 && v2[i].z == 4 && v2[i].w == (float)-i, "%d", i);
        EQUAL(t2[i].x, i);
        EQUAL(t2[i].y, 7);
        CHECK(a2[i].a == (float)i && a2[i].d == 4, "%d", i);
        CHECK(l2[i].a == i && l2[i].b == 2 && l2[i].c == -i, "%d", i);
        EQUAL(y[i], x[i] + x[0]);
    }
    return finish();
}
