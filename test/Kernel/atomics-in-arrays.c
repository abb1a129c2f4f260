// Every atomic operation on every type that has it, in an array that all threads of a launch share.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4 -- OMP_NUM_THREADS=8 OMP_SCHEDULE=dynamic,1
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 4000 };

// Cells: sum, difference, least, greatest, the last exchanged, one that all store the same to.
#define NUMBERS(T)                                                                                 \
    offload_kernel void numbers_##T(int n, T cells[6]) {                                           \
        size_t i = offload_global_id(0);                                                           \
        if (i >= (size_t)n)                                                                        \
            return;                                                                                \
        T mine = (T)((i * 7919 + 13) % (size_t)n);                                                 \
        offload_atomic_add(&cells[0], mine);                                                       \
        offload_atomic_sub(&cells[1], mine);                                                       \
        offload_atomic_min(&cells[2], mine);                                                       \
        offload_atomic_max(&cells[3], mine);                                                       \
        T before = offload_atomic_exchange(&cells[4], mine + 1);                                   \
        offload_atomic_add(cells + 4, (T)0);                                                       \
        offload_atomic_store(&cells[5], (T)(before + mine - before - mine + 77));                  \
        if (offload_atomic_load(&cells[5]) != (T)77)                                               \
            offload_atomic_store(&cells[0], (T)1);                                                 \
    }                                                                                              \
    static void check_##T(void) {                                                                  \
        T cells[6] = {1, (T)(N * (N - 1L) / 2), (T)(N + 5), 0, 0, 77};                             \
        offload(numbers_##T, .threads = {N}, .block_size = {64})(N, cells);                        \
        EQUAL(cells[0], N * (N - 1L) / 2 + 1);                                                     \
        EQUAL(cells[1], 0);                                                                        \
        EQUAL(cells[2], 0);                                                                        \
        EQUAL(cells[3], N - 1);                                                                    \
        CHECK(cells[4] >= 1 && cells[4] <= N, "%g", (double)cells[4]);                             \
        EQUAL(cells[5], 77);                                                                       \
    }

#define BITS(T)                                                                                    \
    offload_kernel void bits_##T(int n, T cells[3]) {                                              \
        size_t i = offload_global_id(0);                                                           \
        if (i >= (size_t)n)                                                                        \
            return;                                                                                \
        unsigned width = sizeof(T) * 8;                                                            \
        if (i % 3)                                                                                 \
            offload_atomic_and(&cells[0], ~((T)1 << i % (width - 2)));                             \
        if (i % 2)                                                                                 \
            offload_atomic_or(&cells[1], (T)1 << i % (width - 1));                                 \
        offload_atomic_xor(&cells[2], (T)i);                                                       \
    }                                                                                              \
    static void check_bits_##T(void) {                                                             \
        T cells[3] = {(T)-1, (T)5, (T)9}, all[3] = {(T)-1, (T)5, (T)9};                            \
        unsigned width = sizeof(T) * 8;                                                            \
        for (int i = 0; i < N / 100; i++) {                                                        \
            if (i % 3)                                                                             \
                all[0] &= ~((T)1 << i % (width - 2));                                              \
            if (i % 2)                                                                             \
                all[1] |= (T)1 << i % (width - 1);                                                 \
            all[2] ^= (T)i;                                                                        \
        }                                                                                          \
        offload(bits_##T, .threads = {N / 100}, .block_size = {8})(N / 100, cells);                \
        for (int k = 0; k < 3; k++)                                                                \
            EQUAL(cells[k], all[k]);                                                               \
    }

typedef unsigned int uint;
typedef unsigned long ulong;
typedef long long llong;

NUMBERS(int)
NUMBERS(uint)
NUMBERS(long)
NUMBERS(ulong)
NUMBERS(llong)
NUMBERS(float)
NUMBERS(double)
BITS(int)
BITS(uint)
BITS(long)
BITS(ulong)
BITS(llong)

// Negative and large values: min and max know the sign; sums wrap.
offload_kernel void extremes(int cells[4], unsigned ucells[3], long lcells[2], float fcells[2]) {
    int i = (int)offload_global_id(0);
    offload_atomic_min(&cells[0], -i);
    offload_atomic_max(&cells[1], -i - 5);
    offload_atomic_add(&cells[2], -3);
    offload_atomic_sub(&cells[3], -3);
    offload_atomic_min(&ucells[0], -1u - (unsigned)i);
    offload_atomic_max(&ucells[1], 0x80000000u + (unsigned)i);
    offload_atomic_add(&ucells[2], 0x80000001u);
    offload_atomic_min(&lcells[0], -((long)i << 40));
    offload_atomic_max(&lcells[1], -1L - i);
    offload_atomic_min(&fcells[0], -0.5f * (float)i);
    offload_atomic_max(&fcells[1], -1.0f - (float)i);
}

int main(void) {
    check_int();
    check_uint();
    check_long();
    check_ulong();
    check_llong();
    check_float();
    check_double();
    check_bits_int();
    check_bits_uint();
    check_bits_long();
    check_bits_ulong();
    check_bits_llong();
    int cells[4] = {0, -1000, 0, 0};
    unsigned ucells[3] = {-1u, 0, 1};
    long lcells[2] = {0, -1000};
    float fcells[2] = {0, -1000};
    offload(extremes, .blocks = {4}, .block_size = {64})(cells, ucells, lcells, fcells);
    EQUAL(cells[0], -255);
    EQUAL(cells[1], -5);
    EQUAL(cells[2], -768);
    EQUAL(cells[3], 768);
    EQUAL(ucells[0], -1u - 255);
    EQUAL(ucells[1], 0x800000ffu);
    EQUAL(ucells[2], 257);
    EQUAL(lcells[0], -(255L << 40));
    EQUAL(lcells[1], -1);
    CHECK(fcells[0] == -127.5f, "%g", fcells[0]);
    CHECK(fcells[1] == -1.0f, "%g", fcells[1]);
    return finish();
}
