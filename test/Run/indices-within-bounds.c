// Indices that are kept within bounds, in all ways that one writes: also where rows are shorter than
// the bounds, where sums wrap, and where one comparison serves two choices.
// RUN: %offloadcc -O3 --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O2 -march=native --offload-arch=none %s -o %t && %t
// RUN: %offloadcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all --offload-arch=none %s -o %t && %t
#include <limits.h>
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1500 };

// The same expression in a kernel and on the host; i is the thread, k goes round a loop.
#define EACH_WAY(way)                                                                              \
    way(clamped, int, i + k < 0 ? 0 : i + k < n ? i + k : n - 1)                                   \
    way(clamped_later, int, i + k >= n ? n - 1 : i + k > 0 ? i + k : 0)                            \
    way(clamped_low, int, i > 5 ? i - 5 : 0)                                                       \
    way(clamped_high, int, i + 7 < n ? i + 7 : n - 1)                                              \
    way(mirrored, int, i + k < 0 ? -(i + k) : i + k < n ? i + k : 2 * n - 2 - (i + k))             \
    way(joined, int, i == 0 ? n - 1 : i - 1)                                                       \
    way(joined_far, int, i + k < 0 ? i + k + n : i + k >= n ? i + k - n : i + k)                   \
    way(rest, int, (i + k + n) % n)                                                                \
    way(middle, int, i == n / 2 ? 0 : i)                                                           \
    way(half, int, i < n / 2 ? i : n / 2)                                                          \
    way(halves, int, i < n / 2 ? i + n / 2 : i - n / 2)                                            \
    way(turned, int, i < n ? n - 1 - i : 0)                                                        \
    way(twice, int, (i < 9 ? i : 9) + (i < 9 ? 0 : 1))                                             \
    way(either, int, n > 100 ? (i < 9 ? i : 9) : (i < 5 ? n > 5 ? 5 : 0 : i))                          \
    way(unsigned_less, unsigned, i > 3 ? i - 3 : 0)                                                \
    way(unsigned_wrap, unsigned, i - 3 < n ? i - 3 : 0)                                            \
    way(unsigned_more, unsigned, i + 3 < n ? i + 3 : n - 1)                                        \
    way(unsigned_joined, unsigned, i ? i - 1 : n - 1)                                              \
    way(size_less, size_t, i > 3 ? i - 3 : 0)                                                      \
    way(size_wrap, size_t, i - 3 < n ? i - 3 : n - 1)                                              \
    way(size_joined, size_t, i == n - 1 ? 0 : i + 1)                                               \
    way(long_clamped, long, i + k < 0 ? 0 : i + k < n ? i + k : n - 1)                             \
    way(short_joined, int, (short)(i + 1) == (short)n ? 0 : (short)(i + 1))                        \
    way(one, int, n - 1 < 0 ? 0 : 0)

#define KERNELS(name, type, index)                                                                 \
    offload_kernel void name(type n, int radius, int step, const int in[n],                        \
                             offload_out int once[n], offload_out int sum[n]) {                    \
        type i = (type)offload_global_id(0);                                                       \
        if (i >= n)                                                                                \
            return;                                                                                \
        int k = radius;                                                                            \
        once[i] = in[index] + (in[i] % 3 == 1 ? 2 * in[i] : 0);                                    \
        int all = 0;                                                                               \
        for (k = -radius; k <= radius; k += step)                                                  \
            all = 3 * all + in[index];                                                             \
        sum[i] = all;                                                                              \
    }                                                                                              \
    static int check_##name(type n, int radius, int step, const int *in, size_t block) {           \
        static int once[N], sum[N];                                                                \
        if (block)                                                                                 \
            offload(name, .threads = {(size_t)n}, .block_size = {block})(n, radius, step, in,      \
                                                                         once, sum);               \
        else                                                                                       \
            offload(name, .threads = {(size_t)n})(n, radius, step, in, once, sum);                 \
        for (type i = 0; i < n; i++) {                                                             \
            int k = radius;                                                                        \
            int first = in[index] + (in[i] % 3 == 1 ? 2 * in[i] : 0), all = 0;                     \
            for (k = -radius; k <= radius; k += step)                                              \
                all = (int)(3u * (unsigned)all + (unsigned)in[index]);                             \
            if (once[i] != first || sum[i] != all) {                                               \
                printf(#name " of %ld, radius %d, block %zu: at %ld: %d, not %d; %d, not %d\n",    \
                       (long)n, radius, block, (long)i, once[i], first, sum[i], all);              \
                return 1;                                                                          \
            }                                                                                      \
        }                                                                                          \
        return 0;                                                                                  \
    }
EACH_WAY(KERNELS)

#define CHECK(name, type, index) wrong += check_##name((type)n, radius, step, in, block);

int main(void) {
    static const int sizes[] = {1, 2, 31, 32, 33, 100, 257, 1500};
    static const size_t blocks[] = {0, 1, 7, 256};
    int wrong = 0, *in = malloc(N * sizeof *in);
    for (int i = 0; i < N; i++)
        in[i] = i % 7 + i % 3;
    for (int s = 0; s < 8; s++)
        for (int b = 0; b < 4; b++) {
            int n = sizes[s], radius = n < 12 ? (n - 1) / 2 : 5, step = b % 2 + 1;
            size_t block = blocks[b];
            EACH_WAY(CHECK)
        }
    free(in);
    return wrong;
}
