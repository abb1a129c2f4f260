// The algorithms of offload_algorithms.h with so many elements that each block has several tiles.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device && %t.device
#include <offload_algorithms.h>

static int is_even(unsigned v)
{
    return v % 2 == 0;
}
OFFLOAD_DEFINE_SELECT(select_even, unsigned, is_even);

enum { N = 9000001, ROWS = 3000, COLUMNS = 3000 };
static unsigned x[N], y[N], z[N];
static size_t counts[5000], wanted[5000];

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: %s\n", __LINE__, #condition);                                         \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

int main(void)
{
    unsigned long sum = 0;
    unsigned running = 0;
    size_t even = 0, at = 0;
    for (unsigned i = 0; i < N; i++) {
        x[i] = i * 2654435761u;
        sum += x[i];
        even += is_even(x[i]);
        wanted[x[i] % 5000]++;
    }
    MUST(offload_reduce_add(N, x) == sum);
    MUST(offload_reduce_max(N, x) > 4294967000u);
    offload_exclusive_scan_add(N, x, y);
    for (size_t i = 0; i < N; i++) {
        MUST(y[i] == running);
        running += x[i];
    }
    MUST(select_even(N, x, y) == even);
    for (size_t i = 0; i < N; i++)
        if (is_even(x[i]))
            MUST(y[at++] == x[i]);
    for (unsigned i = 0; i < N; i++) {
        y[i] = x[i];
        z[i] = i;
    }
    offload_sort_pairs(N, y, z);
    for (size_t i = 0; i < N; i++)
        MUST(y[i] == x[z[i]] && (!i || y[i - 1] < y[i]));
    for (size_t i = 0; i < N; i++)
        z[i] = x[i] % 5000;
    offload_histogram(N, z, 5000, counts);
    for (int i = 0; i < 5000; i++)
        MUST(counts[i] == wanted[i]);
    offload_transpose(ROWS, COLUMNS, x, y);
    for (size_t r = 0; r < ROWS; r++)
        for (size_t c = 0; c < COLUMNS; c++)
            MUST(y[c * ROWS + r] == x[r * COLUMNS + c]);
    offload_fill(N, y, 3);
    for (size_t i = 0; i < N; i++)
        MUST(y[i] == 3);
    return 0;
}
