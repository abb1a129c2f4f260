// Structs of which some members change on the way from one array to another, or members move: all
// members arrive, whatever the accesses are that copy them.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O1
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

#include <string.h>

enum { N = 256 };

#define ALIGNED(n) __attribute__((aligned(n)))

struct four {
    float x, y, z, w;
} ALIGNED(16);
struct eight {
    float v[8];
} ALIGNED(32);
struct halves {
    _Float16 v[8];
} ALIGNED(16);
struct shorts {
    short x, y, z, w;
} ALIGNED(8);
struct bytes {
    unsigned char r, g, b, a;
} ALIGNED(4);
struct mixed {
    unsigned char a, b, c, d;
    int e;
    short f, g;
    float h;
} ALIGNED(16);
struct wide {
    double a;
    float b, c;
    long d;
    short e;
    unsigned char f[6];
} ALIGNED(16);
struct pointing {
    long place;
    int first, last;
} ALIGNED(16);
struct packed {
    unsigned char a;
    int b;
    short c;
    double d;
} __attribute__((packed));

// Each kind of struct has a change, by a number of the thread's.
static inline struct four change_four(struct four s, int i) {
    s.x += (float)i;
    s.w *= 2;
    return s;
}
static inline struct four move_four(struct four s, int i) {
    struct four t = {s.w, s.x, s.x, (float)i};
    return t;
}
static inline struct eight change_eight(struct eight s, int i) {
    s.v[0] += (float)i;
    s.v[6] = s.v[5];
    return s;
}
static inline struct halves change_halves(struct halves s, int i) {
    s.v[0] = (_Float16)(i % 100);
    s.v[5] = s.v[2] + s.v[3];
    return s;
}
static inline struct shorts change_shorts(struct shorts s, int i) {
    s.y = (short)(s.w - i);
    return s;
}
static inline struct bytes change_bytes(struct bytes s, int i) {
    s.g ^= (unsigned char)i;
    return s;
}
static inline struct mixed change_mixed(struct mixed s, int i) {
    s.b += (unsigned char)i;
    s.g = s.f;
    return s;
}
static inline struct wide change_wide(struct wide s, int i) {
    s.a += i;
    s.c *= 3;
    s.f[3] = s.f[1];
    return s;
}
static inline struct pointing change_pointing(struct pointing s, int i) {
    s.place += s.first;
    s.last -= i;
    return s;
}
static inline struct packed change_packed(struct packed s, int i) {
    s.b += i;
    return s;
}

// From array to array; in place; by way of shared memory; only for some threads, or from one of two
// places; and the least of all by its first byte.
#define KERNELS(type, change)                                                                      \
    offload_kernel void change##_copied(size_t n, const struct type x[n], struct type y[n]) {      \
        size_t i = offload_global_id(0);                                                           \
        struct type s = x[i];                                                                      \
        y[i] = change(s, (int)i);                                                                  \
    }                                                                                              \
    offload_kernel void change##_restrict(size_t n, const struct type x[restrict n],               \
                                          struct type y[restrict n]) {                             \
        size_t i = offload_global_id(0);                                                           \
        y[i] = change(x[i], (int)i);                                                               \
    }                                                                                              \
    offload_kernel void change##_in_place(size_t n, struct type y[n]) {                            \
        size_t i = offload_global_id(0);                                                           \
        y[i] = change(y[i], (int)i);                                                               \
    }                                                                                              \
    offload_kernel void change##_shared(size_t n, const struct type x[n], struct type y[n]) {      \
        offload_shared struct type tile[64];                                                       \
        size_t i = offload_global_id(0);                                                           \
        unsigned t = offload_thread_id(0);                                                         \
        tile[t] = change(x[i], (int)i);                                                            \
        offload_barrier();                                                                         \
        y[i] = change(tile[t ^ 1], (int)i);                                                        \
    }                                                                                              \
    offload_kernel void change##_of_some(size_t n, const struct type x[n], struct type y[n]) {     \
        size_t i = offload_global_id(0);                                                           \
        struct type s = {0};                                                                       \
        if (i % 3)                                                                                 \
            s = x[i % 3 == 1 ? i : i / 2];                                                         \
        y[i] = change(s, (int)i);                                                                  \
    }                                                                                              \
    offload_kernel void change##_of_least(size_t n, const struct type x[n], struct type y[n]) {    \
        size_t i = offload_global_id(0);                                                           \
        struct type least = x[i];                                                                  \
        for (size_t k = 0; k < n; k += 7)                                                          \
            if (*(const unsigned char *)&x[k] < *(const unsigned char *)&least)                    \
                least = change(x[k], (int)k);                                                      \
        y[i] = least;                                                                              \
    }                                                                                              \
    static void check_##change(void) {                                                             \
        static struct type x[N], y[N];                                                             \
        unsigned char *bytes = (unsigned char *)x;                                                 \
        for (size_t b = 0; b < sizeof x; b++)                                                      \
            bytes[b] = (unsigned char)(b % 2 ? b / sizeof *x % 59 + 1 : b * 5 / 3);              \
        offload(change##_copied, .threads = {N}, .block_size = {64})(N, x, y);                     \
        for (int i = 0; i < N; i++) {                                                              \
            struct type s = change(x[i], i);                                                       \
            EQUAL(memcmp(&s, &y[i], sizeof s), 0);                                                 \
        }                                                                                          \
        offload(change##_restrict, .threads = {N}, .block_size = {64})(N, x, y);                   \
        offload(change##_in_place, .threads = {N}, .block_size = {64})(N, y);                      \
        for (int i = 0; i < N; i++) {                                                              \
            struct type s = change(change(x[i], i), i);                                            \
            EQUAL(memcmp(&s, &y[i], sizeof s), 0);                                                 \
        }                                                                                          \
        offload(change##_shared, .threads = {N}, .block_size = {64})(N, x, y);                     \
        for (int i = 0; i < N; i++) {                                                              \
            struct type s = change(change(x[i ^ 1], i ^ 1), i);                                    \
            EQUAL(memcmp(&s, &y[i], sizeof s), 0);                                                 \
        }                                                                                          \
        offload(change##_of_some, .threads = {N}, .block_size = {64})(N, x, y);                    \
        for (int i = 0; i < N; i++) {                                                              \
            struct type s = {0};                                                                   \
            s = change(i % 3 == 0 ? s : x[i % 3 == 1 ? i : i / 2], i);                             \
            EQUAL(memcmp(&s, &y[i], sizeof s), 0);                                                 \
        }                                                                                          \
        offload(change##_of_least, .threads = {N}, .block_size = {64})(N, x, y);                   \
        for (int i = 0; i < N; i++) {                                                              \
            struct type least = x[i];                                                              \
            for (size_t k = 0; k < N; k += 7)                                                      \
                if (*(const unsigned char *)&x[k] < *(const unsigned char *)&least)                \
                    least = change(x[k], (int)k);                                                  \
            EQUAL(memcmp(&least, &y[i], sizeof least), 0);                                         \
        }                                                                                          \
    }

KERNELS(four, change_four)
KERNELS(four, move_four)
KERNELS(eight, change_eight)
KERNELS(halves, change_halves)
KERNELS(shorts, change_shorts)
KERNELS(bytes, change_bytes)
KERNELS(mixed, change_mixed)
KERNELS(wide, change_wide)
KERNELS(pointing, change_pointing)
KERNELS(packed, change_packed)

int main(void) {
    check_change_four();
    check_move_four();
    check_change_eight();
    check_change_halves();
    check_change_shorts();
    check_change_bytes();
    check_change_mixed();
    check_change_wide();
    check_change_pointing();
    check_change_packed();
    return finish();
}
