// The algorithms of offload_algorithms.h for _Bool: sums count what is true, a prefix sum is true after the first that is,
// as C converts it, and nothing but 0 and 1 is ever written.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include "Inputs/algorithms.h"

#define SCAN(op, expression, none)                                                                 \
    {                                                                                              \
        _Bool before = none;                                                                       \
        offload_exclusive_scan_##op(n, x, y);                                                      \
        memcpy(bytes, y, n);                                                                       \
        for (size_t i = 0; i < n; i++) {                                                           \
            _Bool next = before expression x[i];                                                   \
            CHECK(bytes[i] == before, #op ": element %zu of %zu is %d", i, n, bytes[i]);           \
            before = next;                                                                         \
        }                                                                                          \
        before = none;                                                                             \
        offload_inclusive_scan_##op(n, x, y);                                                      \
        memcpy(bytes, y, n);                                                                       \
        for (size_t i = 0; i < n; i++) {                                                           \
            before = before expression x[i];                                                       \
            CHECK(bytes[i] == before, #op ": element %zu of %zu is %d", i, n, bytes[i]);           \
        }                                                                                          \
    }

// Those from `first` to `last` are true.
static void values(size_t n, size_t first, size_t last) {
    _Bool *x = room(n, 1), *y = room(n, 1);
    uchar *bytes = room(n, 1);
    uint *order = room(n, sizeof *order);
    size_t sum = 0, counts[2];
    _Bool all = 1, any = 0, odd = 0;
    for (size_t i = 0; i < n; i++) {
        x[i] = i >= first && i < last;
        order[i] = (uint)i;
        sum += x[i];
        all = all && x[i];
        any = any || x[i];
        odd = odd != x[i];
    }
    CHECK(_Generic(offload_reduce_add(n, x), ulong: 1, default: 0), "");
    CHECK(_Generic(offload_reduce_max(n, x), _Bool: 1, default: 0), "");
    CHECK(offload_reduce_add(n, x) == sum, "%zu", n);
    CHECK(offload_reduce_min(n, x) == all, "%zu", n);
    CHECK(offload_reduce_max(n, x) == any, "%zu", n);
    CHECK(offload_reduce_and(n, x) == all, "%zu", n);
    CHECK(offload_reduce_or(n, x) == any, "%zu", n);
    CHECK(offload_reduce_xor(n, x) == odd, "%zu", n);
    SCAN(add, +, 0)
    SCAN(min, &&, 1)
    SCAN(max, ||, 0)
    offload_histogram(n, x, 2, counts);
    CHECK(counts[0] == n - sum && counts[1] == sum, "%zu", n);
    offload_sort_pairs(n, x, order);
    for (size_t i = 0; i < n; i++) {
        CHECK(x[i] == (i >= n - sum), "%zu of %zu", i, n);
        CHECK((order[i] >= first && order[i] < last) == x[i], "%zu of %zu", i, n);
    }
    free(order);
    free(bytes);
    free(x);
    free(y);
}

int main(void) {
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        values(sizes[s], sizes[s] / 3, sizes[s] / 2);
        values(sizes[s], 0, sizes[s]);
    }
    return finish();
}
