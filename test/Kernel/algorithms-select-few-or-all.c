// Selection of none, few, half, most and all of the elements: of small ones, which the CPU brings
// together on the stack, and of larger ones, which it does not.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3 -march=native
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

#define SELECT(name, members)                                                                      \
    struct name {                                                                                  \
        members;                                                                                   \
        uchar kept;                                                                                \
    };                                                                                             \
    static int keeps_##name(struct name element) {                                                 \
        return element.kept;                                                                       \
    }                                                                                              \
    OFFLOAD_DEFINE_SELECT(select_##name, struct name, keeps_##name);                               \
    static void test_##name(size_t n, uint percent) {                                              \
        struct name *x = room(n, sizeof *x), *y = room(n, sizeof *y);                              \
        memset(y, 77, n * sizeof *y);                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            memset(&x[i], (int)scatter(i), sizeof *x);                                             \
            x[i].kept = scatter(i) % 100 < percent;                                                \
        }                                                                                          \
        size_t count = select_##name(n, x, y), at = 0;                                             \
        for (size_t i = 0; i < n; i++)                                                             \
            if (x[i].kept)                                                                         \
                CHECK(memcmp(&y[at++], &x[i], sizeof *x) == 0, #name ": %zu of %zu", i, n);        \
        EQUAL(count, at);                                                                          \
        for (; at < n; at++)                                                                       \
            CHECK(y[at].kept == 77, #name ": %zu of %zu has changed", at, n);                      \
        free(x);                                                                                   \
        free(y);                                                                                   \
    }
SELECT(bytes_3, uchar v[2])
SELECT(bytes_32, long v[3])
SELECT(bytes_40, long v[4])
SELECT(bytes_2000, uchar v[1999])

int main(void) {
    static const uint percents[] = {0, 1, 50, 99, 100};
    for (size_t p = 0; p < sizeof percents / sizeof *percents; p++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            test_bytes_3(sizes[s], percents[p]);
            test_bytes_32(sizes[s], percents[p]);
            test_bytes_40(sizes[s], percents[p]);
            test_bytes_2000(sizes[s] % 1000, percents[p]);
        }
    return finish();
}
