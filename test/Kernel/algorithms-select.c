// Selection by flags and by a predicate, of elements of every size, in their order.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

struct pair {
    double key;
    int value;
};

#define SELECT(T, name)                                                                            \
    static void select_##name(size_t n) {                                                          \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T));                                        \
        uchar *flags = room(n, 1);                                                                 \
        for (size_t i = 0; i < n; i++) {                                                           \
            memset(&x[i], (int)scatter(i), sizeof(T));                                             \
            memset(&y[i], 77, sizeof(T));                                                          \
            flags[i] = i % 1000 < 10 ? 0 : (uchar)(scatter(i) >> 20 & 2);                          \
        }                                                                                          \
        size_t count = offload_select(n, x, flags, y), at = 0;                                     \
        for (size_t i = 0; i < n; i++)                                                             \
            if (flags[i])                                                                          \
                CHECK(memcmp(&y[at++], &x[i], sizeof(T)) == 0, "element %zu of %zu", i, n);        \
        EQUAL(count, at);                                                                          \
        for (; at < n; at++)                                                                       \
            CHECK(*(char *)&y[at] == 77, "element %zu of %zu has changed", at, n);                 \
        free(x);                                                                                   \
        free(y);                                                                                   \
        free(flags);                                                                               \
    }
SELECT(char, char)
SELECT(short, short)
SELECT(float, float)
SELECT(llong, llong)
SELECT(struct pair, pair)

static int is_light(struct pair p) {
    return p.key < 0.25 && p.value % 2;
}
OFFLOAD_DEFINE_SELECT(select_light, struct pair, is_light);
#define IS_EVEN(v) (((v) & 1) == 0)
OFFLOAD_DEFINE_SELECT(select_even, int, IS_EVEN);

static void predicates(size_t n) {
    struct pair *x = room(n, sizeof *x), *y = room(n, sizeof *y);
    for (size_t i = 0; i < n; i++)
        x[i] = (struct pair){(double)(scatter(i) % 100) / 100, (int)i};
    size_t count = select_light(n, x, y), at = 0;
    for (size_t i = 0; i < n; i++)
        if (is_light(x[i]))
            EQUAL(y[at++].value, x[i].value);
    EQUAL(count, at);
    int *v = room(n, sizeof *v), *w = room(n, sizeof *w);
    for (size_t i = 0; i < n; i++)
        v[i] = (int)scatter(i);
    count = select_even(n, v, w), at = 0;
    for (size_t i = 0; i < n; i++)
        if (IS_EVEN(v[i]))
            EQUAL(w[at++], v[i]);
    EQUAL(count, at);
    free(x);
    free(y);
    free(v);
    free(w);
}

int main(void) {
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        select_char(sizes[s]);
        select_short(sizes[s]);
        select_float(sizes[s]);
        select_llong(sizes[s]);
        select_pair(sizes[s]);
        predicates(sizes[s]);
    }
    select_float(large);
    predicates(large);
    return finish();
}
