// Reductions over the lanes of a group: each operation, for each type, of all lanes, of those in a
// mask, and of those that come together. A block's last group may lack lanes.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
// RUN: %offloadcc -O2 --offload-arch=none -foffload-lanes=8 %s -o %t.few && %t.few
#include <offload.h>

#include "Inputs/check.h"

enum { N = 192 };

typedef unsigned int uint;
typedef unsigned long ulong;
typedef _Float16 half;
typedef __bf16 bfloat;

// Numbers whose sums are exact in each type, of both signs.
#define VALUE(type, thread)                                                                        \
    ((type)(sizeof(type) == 2 ? (thread) % 5 - 2                                                   \
                              : (int)((unsigned)(thread) * 2654435761u >> 24) - 128))

// How the values of the lanes `taking` in v are combined.
#define COMBINE(type, result, v, count, taking, formula)                                           \
    do {                                                                                           \
        int found = 0;                                                                             \
        for (int k = 0; k < (count); k++) {                                                        \
            if (!((taking) >> k & 1))                                                              \
                continue;                                                                          \
            type a = result, b = (v)[k];                                                           \
            (result) = found ? (formula) : b;                                                      \
            found = 1;                                                                             \
        }                                                                                          \
    } while (0)

enum { ALL, MASK, TOGETHER, CASES };

static ulong mask_of(int lane) {
    return lane % 3 == 1 ? 0x2492492492492492ul : ~0x2492492492492492ul;
}

#define REDUCTION(type, operation, formula)                                                        \
    offload_kernel void operation##_##type(int n, type out[n][CASES], uint lanes[1]) {             \
        int i = (int)offload_thread_id(0), lane = (int)offload_lane_id();                          \
        type v = VALUE(type, i);                                                                   \
        lanes[0] = offload_lane_count();                                                           \
        out[i][ALL] = offload_lane_reduce_##operation(v);                                          \
        out[i][MASK] = offload_lane_reduce_##operation(v, mask_of(lane));                          \
        if (lane % 4 < 3)                                                                          \
            out[i][TOGETHER] = offload_lane_reduce_##operation(v);                                 \
        else                                                                                       \
            out[i][TOGETHER] = offload_lane_reduce_##operation(v, 0x8888888888888888ul);           \
    }                                                                                              \
    static void check_##operation##_##type(int size) {                                             \
        type out[N][CASES], v[N];                                                                  \
        uint lanes;                                                                                \
        offload(operation##_##type, .blocks = {1}, .block_size = {(uint)size})(size, out, &lanes); \
        for (int i = 0; i < size; i++)                                                             \
            v[i] = VALUE(type, i);                                                                 \
        for (int i = 0; i < size; i++) {                                                           \
            int lane = i % (int)lanes, first = i - lane;                                           \
            int count = size - first < (int)lanes ? size - first : (int)lanes;                     \
            ulong fourth = 0x8888888888888888ul;                                                   \
            ulong taking[CASES] = {~0ul, mask_of(lane), lane % 4 == 3 ? fourth : ~fourth};         \
            for (int kind = 0; kind < CASES; kind++) {                                             \
                type wanted = 0;                                                                   \
                COMBINE(type, wanted, v + first, count, taking[kind], formula);                    \
                CHECK(out[i][kind] == wanted, #operation " of " #type ", case %d, thread %d of %d", \
                      kind, i, size);                                                              \
            }                                                                                      \
        }                                                                                          \
    }

#define OF_NUMBERS(type)                                                                           \
    REDUCTION(type, add, (type)(a + b))                                                            \
    REDUCTION(type, min, b < a ? b : a)                                                            \
    REDUCTION(type, max, b < a ? a : b)
#define OF_INTEGERS(type)                                                                          \
    OF_NUMBERS(type)                                                                               \
    REDUCTION(type, and, a & b)                                                                    \
    REDUCTION(type, or, a | b)                                                                     \
    REDUCTION(type, xor, a ^ b)
OF_INTEGERS(int)
OF_INTEGERS(uint)
OF_INTEGERS(long)
OF_INTEGERS(ulong)
OF_NUMBERS(float)
OF_NUMBERS(double)
OF_NUMBERS(half)
OF_NUMBERS(bfloat)

#define CHECK_NUMBERS(type)                                                                        \
    check_add_##type(size);                                                                        \
    check_min_##type(size);                                                                        \
    check_max_##type(size);
#define CHECK_INTEGERS(type)                                                                       \
    CHECK_NUMBERS(type)                                                                            \
    check_and_##type(size);                                                                        \
    check_or_##type(size);                                                                         \
    check_xor_##type(size);

int main(void) {
    static const int sizes[] = {N, 64, 1, 70, 37};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int size = sizes[s];
        CHECK_INTEGERS(int)
        CHECK_INTEGERS(uint)
        CHECK_INTEGERS(long)
        CHECK_INTEGERS(ulong)
        CHECK_NUMBERS(float)
        CHECK_NUMBERS(double)
        CHECK_NUMBERS(half)
        CHECK_NUMBERS(bfloat)
    }
    return finish();
}
