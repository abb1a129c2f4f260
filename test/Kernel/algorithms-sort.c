// The sorts of offload_algorithms.h: keys of every type, with values of every size; stable; the order
// of zeros with a sign and of NaNs; keys that are all alike, sorted, or in the opposite order.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O2 -fno-offload-resident
#include "Inputs/algorithms.h"

#define SORT(T)                                                                                    \
    static void sort_##T(size_t n) {                                                               \
        T *x = room(n, sizeof(T)), *y = room(n, sizeof(T));                                        \
        uint *from = room(n, sizeof *from);                                                        \
        for (size_t i = 0; i < n; i++)                                                             \
            from[i] = (uint)i;                                                                     \
        FILL(T, n, x);                                                                             \
        memcpy(y, x, n * sizeof(T));                                                               \
        offload_sort(n, y);                                                                        \
        for (size_t i = 1; i < n; i++)                                                             \
            CHECK(y[i - 1] <= y[i], "element %zu of %zu of " #T, i, n);                            \
        memcpy(y, x, n * sizeof(T));                                                               \
        offload_sort_pairs(n, y, from);                                                            \
        for (size_t i = 0; i < n; i++)                                                             \
            CHECK(y[i] == x[from[i]], "element %zu of %zu of " #T, i, n);                          \
        for (size_t i = 1; i < n; i++)                                                             \
            CHECK(y[i - 1] < y[i] || (y[i - 1] == y[i] && from[i - 1] < from[i]),                  \
                  "element %zu of %zu of " #T, i, n);                                              \
        free(x);                                                                                   \
        free(y);                                                                                   \
        free(from);                                                                                \
    }
EACH_TYPE(SORT)

struct three {
    char c[3];
};
struct twenty {
    int a;
    double b[2];
};
#define VALUES(name, K, V, field)                                                                  \
    static void values_##name(size_t n) {                                                          \
        K *keys = room(n, sizeof(K));                                                              \
        V *values = room(n, sizeof(V));                                                            \
        for (size_t i = 0; i < n; i++) {                                                           \
            keys[i] = (K)(scatter(i) % 100);                                                       \
            memset(&values[i], (int)i, sizeof(V));                                                 \
            values[i] field = (char)keys[i];                                                       \
        }                                                                                          \
        offload_sort_pairs(n, keys, values);                                                       \
        for (size_t i = 0; i < n; i++) {                                                           \
            CHECK((char)values[i] field == (char)keys[i], "element %zu of " #V, i);                \
            CHECK(!i || keys[i - 1] <= keys[i], "element %zu of " #V, i);                          \
        }                                                                                          \
        free(keys);                                                                                \
        free(values);                                                                              \
    }
VALUES(char, int, char, )
VALUES(short, double, short, )
VALUES(three, uchar, struct three, .c[2])
VALUES(double, ushort, double, )
VALUES(twenty, llong, struct twenty, .a)

// -0.0 before 0.0, and NaNs at the ends, by their sign.
static void special_numbers(void) {
    float x[] = {0.0f, NAN, -0.0f, INFINITY, -1, -INFINITY, copysignf(NAN, -1), 1, 1e-45f, -1e-45f};
    offload_sort(10, x);
    CHECK(isnan(x[0]) && signbit(x[0]), "%g", (double)x[0]);
    CHECK(x[1] == -INFINITY && x[2] == -1 && x[3] == -1e-45f, "%g %g", (double)x[1], (double)x[2]);
    CHECK(x[4] == 0 && signbit(x[4]) && x[5] == 0 && !signbit(x[5]), "%g", (double)x[4]);
    CHECK(x[6] == 1e-45f && x[7] == 1 && x[8] == INFINITY, "%g %g", (double)x[6], (double)x[7]);
    CHECK(isnan(x[9]) && !signbit(x[9]), "%g", (double)x[9]);
}

static void orders(size_t n) {
    int *x = room(n, sizeof *x);
    for (int order = 0; order < 3; order++) {
        for (size_t i = 0; i < n; i++)
            x[i] = order == 0 ? 5 : order == 1 ? (int)i - 500 : 500 - (int)i;
        offload_sort(n, x);
        for (size_t i = 0; i < n; i++)
            EQUAL(x[i], order == 0 ? 5 : order == 1 ? (int)i - 500 : (int)i + 501 - (int)n);
    }
    free(x);
}

int main(void) {
#define RUN_SORT(T) sort_##T(n);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s += 1 + s % 2) {
        size_t n = sizes[s];
        EACH_TYPE(RUN_SORT)
    }
    sort_int(large);
    values_char(5000);
    values_short(5000);
    values_three(5000);
    values_double(5000);
    values_twenty(5000);
    special_numbers();
    orders(6000);
    return finish();
}
