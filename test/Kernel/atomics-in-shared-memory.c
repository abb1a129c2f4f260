// Every atomic operation on every type that has it, in shared variables and dynamic shared memory.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 96, BLOCKS = 9 };

typedef unsigned int uint;
typedef unsigned long ulong;

// A block's cells are copied out when all its threads are through.
#define NUMBERS(T)                                                                                 \
    offload_kernel void numbers_##T(unsigned blocks, T results[blocks][6]) {                       \
        offload_shared T cells[5];                                                                 \
        T *dynamic = offload_dynamic_shared();                                                     \
        unsigned me = offload_thread_id(0);                                                        \
        if (me < 5)                                                                                \
            cells[me] = me == 2 ? 1000 : me == 1 ? SIZE * (SIZE - 1) / 2 : 0;                      \
        if (me == 5)                                                                               \
            *dynamic = 0;                                                                          \
        offload_barrier();                                                                         \
        offload_atomic_add(&cells[0], (T)me);                                                      \
        offload_atomic_sub(&cells[1], (T)me);                                                      \
        offload_atomic_min(&cells[2], (T)(me + 3));                                                \
        offload_atomic_max(&cells[3], (T)me);                                                      \
        if (offload_atomic_exchange(&cells[4], (T)1) == 0)                                         \
            offload_atomic_add(dynamic, (T)100);                                                   \
        offload_atomic_add(dynamic, (T)1);                                                         \
        offload_barrier();                                                                         \
        if (me < 5)                                                                                \
            results[offload_block_id(0)][me] = offload_atomic_load(&cells[me]);                    \
        if (me == 5)                                                                               \
            offload_atomic_store(&results[offload_block_id(0)][5], *dynamic);                      \
    }                                                                                              \
    static void check_##T(void) {                                                                  \
        static T results[BLOCKS][6];                                                               \
        offload(numbers_##T, .blocks = {BLOCKS}, .block_size = {SIZE},                             \
                .shared_bytes = sizeof(T))(BLOCKS, results);                                       \
        for (int b = 0; b < BLOCKS; b++) {                                                         \
            EQUAL(results[b][0], SIZE * (SIZE - 1) / 2);                                           \
            EQUAL(results[b][1], 0);                                                               \
            EQUAL(results[b][2], 3);                                                               \
            EQUAL(results[b][3], SIZE - 1);                                                        \
            EQUAL(results[b][4], 1);                                                               \
            EQUAL(results[b][5], SIZE + 100);                                                      \
        }                                                                                          \
    }

#define BITS(T)                                                                                    \
    offload_kernel void bits_##T(unsigned blocks, T results[blocks]) {                             \
        offload_shared T set, cleared, turned;                                                     \
        unsigned me = offload_thread_id(0), width = sizeof(T) * 8 - 1;                             \
        if (me == 0)                                                                               \
            set = 0, cleared = (T)-1, turned = 0;                                                  \
        offload_barrier();                                                                         \
        offload_atomic_or(&set, (T)1 << me % width);                                               \
        offload_atomic_and(&cleared, ~((T)1 << me % width));                                       \
        offload_atomic_xor(&turned, (T)1 << me % 8);                                               \
        offload_barrier();                                                                         \
        if (me == 0)                                                                               \
            results[offload_block_id(0)] = (set ^ cleared) + (turned == 0);                        \
    }                                                                                              \
    static void check_bits_##T(void) {                                                             \
        static T results[BLOCKS];                                                                  \
        offload(bits_##T, .blocks = {BLOCKS}, .block_size = {SIZE})(BLOCKS, results);              \
        for (int b = 0; b < BLOCKS; b++)                                                           \
            EQUAL(results[b], 0);                                                                  \
    }

NUMBERS(int)
NUMBERS(uint)
NUMBERS(long)
NUMBERS(ulong)
NUMBERS(float)
NUMBERS(double)
BITS(int)
BITS(uint)
BITS(long)
BITS(ulong)

int main(void) {
    check_int();
    check_uint();
    check_long();
    check_ulong();
    check_float();
    check_double();
    check_bits_int();
    check_bits_uint();
    check_bits_long();
    check_bits_ulong();
    return finish();
}
