// Indices as in bitonic sorts and in transforms: `i ^ n` and `i & (n - 1)`, of all integer types, with
// powers of two and with other numbers, 0 and negative ones.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <limits.h>
#include <offload.h>
#include <stdint.h>

#include "Inputs/check.h"

enum { N = 2048, BLOCK = 192, TILE = 512 };

// Where the numbers are outside of the array, no element is read.
#define KERNELS(name, type, index)                                                                 \
    offload_kernel void name##_flip(size_t n, type add, type by, const int in[n],                  \
                                    offload_out int out[n]) {                                      \
        size_t x = offload_global_id(0);                                                           \
        if (x >= n)                                                                                \
            return;                                                                                \
        type i = (type)(index), at = i ^ by;                                                       \
        out[x] = at >= 0 && at < N ? in[at] * 2 + 1 : (int)(i & 7);                                \
    }                                                                                              \
    offload_kernel void name##_mask(size_t n, type add, type by, const int in[n],                  \
                                    offload_out int out[n]) {                                      \
        size_t x = offload_global_id(0);                                                           \
        if (x >= n)                                                                                \
            return;                                                                                \
        type i = (type)(index), low = (by - 1) & i, at = 2 * i - low;                              \
        out[x] = low >= 0 && low < N ? in[low] : 3;                                                \
        if (at >= 0 && at < N)                                                                     \
            out[x] += in[at] * 5;                                                                  \
    }
KERNELS(of_int, int, (int)x + add)
KERNELS(of_unsigned, unsigned, (unsigned)x + add)
KERNELS(of_long, long, (long)x + add)
KERNELS(of_size, size_t, x + add)

#define CHECK_BOTH(name, type, add, number)                                                        \
    do {                                                                                           \
        type by = (type)(number);                                                                  \
        offload(name##_flip, .threads = {N}, .block_size = {BLOCK})(N, add, by, in, out);          \
        offload(name##_mask, .threads = {N}, .block_size = {BLOCK})(N, add, by, in, other);        \
        for (size_t x = 0; x < N; x++) {                                                           \
            type i = (type)((type)x + (type)(add)), at = i ^ by, low = i & (by - 1);               \
            EQUAL(out[x], at >= 0 && at < N ? in[at] * 2 + 1 : (int)(i & 7));                      \
            int expected = low >= 0 && low < N ? in[low] : 3;                                      \
            at = 2 * i - low;                                                                      \
            EQUAL(other[x], at >= 0 && at < N ? expected + in[at] * 5 : expected);                 \
        }                                                                                          \
    } while (0)

// A step of a bitonic sort of the whole array: each pair by its first thread.
offload_kernel void step(int n, int x[n], int distance, int size) {
    int i = (int)offload_global_id(0), other = i ^ distance;
    if (i >= n || other < i || (x[i] > x[other]) != ((i & size) == 0))
        return;
    int first = x[i];
    x[i] = x[other];
    x[other] = first;
}

// All steps in shared memory: each pair by a thread of its own.
offload_kernel void sort_tile(unsigned n, unsigned x[n]) {
    offload_shared unsigned tile[TILE];
    unsigned t = offload_thread_id(0), base = offload_block_id(0) * TILE;
    tile[t] = x[base + t];
    tile[t + TILE / 2] = x[base + t + TILE / 2];
    for (unsigned size = 2; size <= TILE; size *= 2)
        for (unsigned distance = size / 2; distance > 0; distance /= 2) {
            offload_barrier();
            unsigned at = 2 * t - (t & (distance - 1));
            unsigned first = tile[at], second = tile[at + distance];
            if ((first > second) == ((at & size) == 0)) {
                tile[at] = second;
                tile[at + distance] = first;
            }
        }
    offload_barrier();
    x[base + t] = tile[t];
    x[base + t + TILE / 2] = tile[t + TILE / 2];
}

// Where each thread's pair begins is computed before a barrier, and used after it.
offload_kernel void pairs(unsigned n, unsigned by, const int in[n], offload_out int out[n]) {
    offload_shared int tile[TILE];
    unsigned t = offload_thread_id(0), x = offload_block_id(0) * TILE + t;
    unsigned low = t & (by - 1);
    const int *pair = tile + 2 * (t - low);
    tile[t] = in[x];
    tile[t + TILE / 2] = in[x + TILE / 2];
    offload_barrier();
    out[x] = pair[low];
    out[x + TILE / 2] = (t & -by) + pair[low] < 100 ? 1 : 2;
}

// A Walsh transform, whose loop has no barrier: each thread adds up all elements.
offload_kernel void walsh(int n, const int in[n], offload_out int out[n]) {
    int i = (int)offload_global_id(0), sum = 0;
    if (i >= n)
        return;
    for (int k = 1; k < n; k *= 2)
        sum += in[i ^ k] - in[i & (k - 1)];
    out[i] = sum;
}

// Flips by constants.
offload_kernel void constants(int n, const int in[n], offload_out int out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = in[i ^ 64] + 3 * in[i ^ 1] + 5 * in[i ^ 48] + 7 * in[(i ^ INT_MIN) & (N - 1)];
}

static int in[N], out[N], other[N];
static unsigned tiles[N];

int main(void) {
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 1009;
    static const int numbers[] = {0, 1, 2, 8, 32, 64, 256, 1024, N, 1 << 30, 3, 48, 96, 1000, -1, -64};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        for (int add = -96; add <= 96; add += 48) {
            CHECK_BOTH(of_int, int, add, numbers[k]);
            CHECK_BOTH(of_unsigned, unsigned, add, numbers[k]);
            CHECK_BOTH(of_long, long, add, numbers[k]);
            CHECK_BOTH(of_size, size_t, add, numbers[k]);
        }
    CHECK_BOTH(of_unsigned, unsigned, UINT_MAX - N / 2, 1u << 31);
    CHECK_BOTH(of_size, size_t, SIZE_MAX - N / 2, (size_t)1 << 63);

    for (int size = 2; size <= N; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2)
            offload(step, .threads = {N}, .block_size = {BLOCK})(N, out, distance, size);
    for (unsigned i = 0; i < N; i++)
        tiles[i] = i * 2654435761u >> 9;
    offload(sort_tile, .blocks = {N / TILE}, .block_size = {TILE / 2})(N, tiles);
    for (int i = 1; i < N; i++) {
        CHECK(out[i - 1] <= out[i], "%d, %d at %d", out[i - 1], out[i], i);
        CHECK(i % TILE == 0 || tiles[i - 1] <= tiles[i], "%u, %u at %d", tiles[i - 1], tiles[i], i);
    }

    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        unsigned by = (unsigned)numbers[k];
        offload(pairs, .blocks = {N / TILE}, .block_size = {TILE / 2})(N, by, in, out);
        for (unsigned x = 0; x < N; x += x % TILE == TILE / 2 - 1 ? TILE / 2 + 1 : 1) {
            unsigned t = x % TILE, low = t & (by - 1), at = x - t + 2 * (t - low) + low;
            EQUAL(out[x], in[at]);
            EQUAL(out[x + TILE / 2], (t & -by) + (unsigned)in[at] < 100 ? 1 : 2);
        }
    }

    offload(walsh, .threads = {N})(N, in, out);
    offload(constants, .threads = {N})(N, in, other);
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 1; k < N; k *= 2)
            sum += in[i ^ k] - in[i & (k - 1)];
        EQUAL(out[i], sum);
        EQUAL(other[i], in[i ^ 64] + 3 * in[i ^ 1] + 5 * in[i ^ 48] + 7 * in[i]);
    }
    return finish();
}
