// Arrays of algorithms may be memory of offload_malloc: all of them, or some.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OFFLOADCC_CHECK=1
// RUN: %run_kernel -O0 -fno-offload-resident
#include "Inputs/algorithms.h"

enum { N = 9001, ROWS = 100, COLUMNS = 90 };
static int x[N], back[N];

static int larger(int a, int b) { return a < b ? b : a; }
static int is_odd(int v) { return v & 1; }
OFFLOAD_DEFINE_REDUCE(largest, int, larger, 0);
OFFLOAD_DEFINE_SCAN(largest_so_far, int, larger, 0);
OFFLOAD_DEFINE_SELECT(select_odd, int, is_odd);

static int compare(const void *a, const void *b) {
    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

int main(void) {
    int *p = offload_malloc(sizeof x), *q = offload_malloc(sizeof x);
    size_t *counts = offload_malloc(8 * sizeof *counts), on_host[8];
    char *flags = offload_malloc(N);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] = (int)(scatter((size_t)i) % 1000);
    offload_memcpy(p, x, sizeof x);
    CHECK(offload_reduce_add(N, p) == sum, "%ld", offload_reduce_add(N, p));
    CHECK(largest(N, p) == offload_reduce_max(N, x), "%d", largest(N, p));

    offload_inclusive_scan_add(N, p, q);
    offload_memcpy(back, q, sizeof x);
    CHECK(back[N - 1] == sum, "%d", back[N - 1]);
    offload_inclusive_scan_add(N, p, back); // one of them is the host's
    CHECK(back[N - 1] == sum && back[0] == x[0], "%d", back[N - 1]);
    offload_inclusive_scan_add(N, x, q);
    largest_so_far_inclusive(N, q, q);
    offload_memcpy(back, q, sizeof x);
    CHECK(back[N - 1] == sum, "%d", back[N - 1]);

    offload_histogram(N, p, 8, counts);
    offload_memcpy(on_host, counts, sizeof on_host);
    size_t sevens = 0, odd = 0;
    for (int i = 0; i < N; i++) {
        sevens += x[i] == 7;
        odd += x[i] & 1;
    }
    CHECK(on_host[7] == sevens, "%zu", on_host[7]);

    CHECK(select_odd(N, p, q) == odd, "");
    offload_fill(N, flags, 1);
    CHECK(offload_select(N, p, flags, q) == N, "");
    offload_memcpy(back, q, sizeof x);
    CHECK(memcmp(back, x, sizeof x) == 0, "");

    offload_transpose(ROWS, COLUMNS, p, q);
    offload_memcpy(back, q, sizeof x);
    CHECK(back[ROWS + 2] == x[2 * COLUMNS + 1], "%d", back[ROWS + 2]);

    for (int i = 0; i < N; i++)
        back[i] = i;
    offload_sort_pairs(N, p, back); // back is the host's
    for (int i = 0; i < N; i++)
        CHECK(!i || x[back[i - 1]] < x[back[i]] || (x[back[i - 1]] == x[back[i]] && back[i - 1] < back[i]), "%d", i);
    qsort(x, N, sizeof *x, compare);
    offload_memcpy(back, p, sizeof x);
    CHECK(memcmp(back, x, sizeof x) == 0, "");
    offload_sort(N - 1, q + 1); // a part
    offload_free(p);
    offload_free(q);
    offload_free(counts);
    offload_free(flags);
    return finish();
}
