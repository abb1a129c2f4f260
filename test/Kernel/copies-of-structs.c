// Copies and fills of structs of every alignment and many sizes, within arrays, to shared memory and
// back, of structs by value, and of a length that only the launch knows.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

#include <string.h>

enum { THREADS = 8 };

#define STRUCT(name, alignment, bytes)                                                             \
    struct name {                                                                                  \
        _Alignas(alignment) unsigned char at[bytes];                                               \
    };                                                                                             \
    offload_kernel void copy_##name(struct name value, unsigned char fill, size_t n,               \
                                    const struct name in[n], struct name out[4 * n]) {             \
        offload_shared struct name shared[THREADS];                                                \
        size_t me = offload_thread_id(0);                                                          \
        out[me] = in[me];                                                                          \
        shared[me] = in[me];                                                                       \
        offload_barrier();                                                                         \
        out[n + me] = shared[n - 1 - me];                                                          \
        out[2 * n + me] = value;                                                                   \
        memset(&out[3 * n + me], fill, sizeof *out);                                               \
    }                                                                                              \
    static void check_##name(void) {                                                               \
        struct name value, in[THREADS], out[4 * THREADS];                                          \
        for (size_t i = 0; i < sizeof in; i++)                                                     \
            ((unsigned char *)in)[i] = (unsigned char)(i * 37 + 11);                               \
        memset(out, 0, sizeof out);                                                                \
        value = in[3];                                                                             \
        offload(copy_##name, .blocks = {1}, .block_size = {THREADS})(value, 99, THREADS, in, out); \
        for (size_t t = 0; t < THREADS; t++)                                                       \
            for (size_t b = 0; b < (bytes); b++) {                                                 \
                EQUAL(out[t].at[b], in[t].at[b]);                                                  \
                EQUAL(out[THREADS + t].at[b], in[THREADS - 1 - t].at[b]);                          \
                EQUAL(out[2 * THREADS + t].at[b], value.at[b]);                                    \
                EQUAL(out[3 * THREADS + t].at[b], 99);                                             \
            }                                                                                      \
    }

#define STRUCTS(S)                                                                                 \
    S(bytes_5, 1, 5)                                                                               \
    S(words_3, 4, 12)                                                                              \
    S(words_odd, 4, 19)                                                                            \
    S(pair, 8, 8)                                                                                  \
    S(pairs, 8, 40)                                                                                \
    S(four, 16, 16)                                                                                \
    S(four_odd, 16, 13)                                                                            \
    S(wide, 16, 80)                                                                                \
    S(wider, 32, 96)                                                                               \
    S(long_words, 4, 252)                                                                          \
    S(long_pairs, 8, 328)                                                                          \
    S(long_four, 16, 400)
STRUCTS(STRUCT)

struct row {
    _Alignas(16) int at[4];
};

// Rows of a length that is not constant, and bytes of one; the rest of `out` stays.
offload_kernel void copy_some(size_t n, size_t bytes, const struct row in[n], struct row out[n]) {
    struct row *to = __builtin_assume_aligned(out, 16);
    const struct row *from = __builtin_assume_aligned(in, 16);
    memcpy(to, from, bytes);
}

static void check_lengths(void) {
    struct row in[20], out[20];
    for (size_t bytes = 0; bytes < sizeof in; bytes += 7) {
        memset(in, 5, sizeof in);
        memset(out, 6, sizeof out);
        offload(copy_some, .threads = {1}, .block_size = {1})(20, bytes, in, out);
        for (size_t i = 0; i < sizeof out; i++)
            EQUAL(((unsigned char *)out)[i], i < bytes ? 5 : 6);
    }
}

int main(void) {
#define CHECK_STRUCT(name, alignment, bytes) check_##name();
    STRUCTS(CHECK_STRUCT)
    check_lengths();
    return finish();
}
