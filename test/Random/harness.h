// harness.h - what every random program begins with: operations without undefined behaviour, the
// place of the reference's current thread, buffers and their comparison.

#include <math.h>
#include <offload.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Operations for kernels and the reference ----

#define PURE __attribute__((const))

#define DEFINE_DIVISION(type, name)                                                                \
    static PURE type div_##name(type a, type b) {                                                  \
        return b == 0 || b == (type) - 1 ? a : (type)(a / b);                                      \
    }                                                                                              \
    static PURE type mod_##name(type a, type b) {                                                  \
        return b == 0 || b == (type) - 1 ? b : (type)(a % b);                                      \
    }
DEFINE_DIVISION(int, i32)
DEFINE_DIVISION(unsigned, u32)
DEFINE_DIVISION(long long, i64)
DEFINE_DIVISION(unsigned long long, u64)

static PURE int int_of(double x) {
    return x > -2e9 && x < 2e9 ? (int)x : 77;
}

static PURE long long long_of(float x) {
    return x > -9e18f && x < 9e18f ? (long long)x : 777;
}

static PURE unsigned long long hash_of(unsigned long long x) {
    x = (x ^ (x >> 31)) * 0x9E3779B97F4A7C15ull;
    return x ^ (x >> 29);
}

// ---- The reference's place in its grid ----

static unsigned ref_size[3] = {1, 1, 1}, ref_count[3] = {1, 1, 1}, ref_thread[3], ref_block[3];
static unsigned ref_threads = 1, ref_blocks = 1;
static _Alignas(16) unsigned char ref_shared_bytes[65536];

static void ref_grid(unsigned cx, unsigned cy, unsigned cz, unsigned sx, unsigned sy, unsigned sz) {
    ref_count[0] = cx, ref_count[1] = cy, ref_count[2] = cz;
    ref_size[0] = sx, ref_size[1] = sy, ref_size[2] = sz;
    ref_threads = sx * sy * sz;
    ref_blocks = cx * cy * cz;
}

static void ref_split(unsigned number, const unsigned size[3], unsigned place[3]) {
    place[0] = number % size[0];
    place[1] = number / size[0] % size[1];
    place[2] = number / size[0] / size[1];
}

// With -DREVERSE threads and blocks are taken from the last to the first: a program whose result
// then differs has a race.
#ifdef REVERSE
#define REF_NUMBER(i, n) ((n) - 1 - (i))
#else
#define REF_NUMBER(i, n) (i)
#endif

static unsigned ref_enter_thread(unsigned i) {
    unsigned number = REF_NUMBER(i, ref_threads);
    ref_split(number, ref_size, ref_thread);
    return number;
}

static void ref_enter_block(unsigned i) {
    ref_split(REF_NUMBER(i, ref_blocks), ref_count, ref_block);
    ref_split(0, ref_size, ref_thread);
    memset(ref_shared_bytes, 0xA5, sizeof ref_shared_bytes);
}

#define ref_thread_id(d) ref_thread[d]
#define ref_block_id(d) ref_block[d]
#define ref_block_size(d) ref_size[d]
#define ref_block_count(d) ref_count[d]
#define ref_global_id(d) ((size_t)ref_block[d] * ref_size[d] + ref_thread[d])
#define ref_global_size(d) ((size_t)ref_count[d] * ref_size[d])
#define ref_dynamic_shared() ((void *)ref_shared_bytes)
#define ref_for(i, n) for (size_t i = ref_global_id(0); i < (size_t)(n); i += ref_global_size(0))
#define ref_shared static

#define REF_UPDATE(p, expression)                                                                  \
    (__extension__({                                                                               \
        __typeof__(p) ref_p = (p);                                                                 \
        __typeof__(*ref_p) ref_old = *ref_p;                                                       \
        *ref_p = (expression);                                                                     \
        ref_old;                                                                                   \
    }))
#define REF_WRAP(p, op, v) (__typeof__(*(p)))((unsigned long long)ref_old op(unsigned long long)(v))
#define ref_atomic_add(p, v) REF_UPDATE(p, REF_WRAP(p, +, v))
#define ref_atomic_sub(p, v) REF_UPDATE(p, REF_WRAP(p, -, v))
#define ref_atomic_and(p, v) REF_UPDATE(p, REF_WRAP(p, &, v))
#define ref_atomic_or(p, v) REF_UPDATE(p, REF_WRAP(p, |, v))
#define ref_atomic_xor(p, v) REF_UPDATE(p, REF_WRAP(p, ^, v))
#define ref_atomic_min(p, v)                                                                       \
    REF_UPDATE(p, (__typeof__(*(p)))(v) < ref_old ? (__typeof__(*(p)))(v) : ref_old)
#define ref_atomic_max(p, v)                                                                       \
    REF_UPDATE(p, (__typeof__(*(p)))(v) > ref_old ? (__typeof__(*(p)))(v) : ref_old)
#define ref_atomic_exchange(p, v) REF_UPDATE(p, v)
#define ref_atomic_load(p) (*(p))
#define ref_atomic_store(p, v) ((void)(*(p) = (v)))
#define ref_atomic_compare_exchange(p, e, v) (*(p) == *(e) ? (*(p) = (v), 1) : (*(e) = *(p), 0))
// A reference's lanes are alone; programs do not depend on how many there are.
#define ref_lane_id() 0u
#define ref_lane_count() 1u
#define ref_lane_ballot(p) ((unsigned long)((p) != 0))
#define ref_lane_any(p) ((p) != 0)
#define ref_lane_all(p) ((p) != 0)
#define ref_lane_shuffle(v, lane) (v)
#define ref_lane_shuffle_xor(v, lane) (v)

// ---- Buffers ----

static unsigned long long fill_state;

static unsigned fill_next(void) {
    fill_state = fill_state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(fill_state >> 33);
}

static long long fill_integer(void) {
    unsigned kind = fill_next() % 4;
    long long value = (long long)fill_next();
    return kind == 0   ? value % 10
           : kind == 1 ? value % 1000 - 500
           : kind == 2 ? value
                       : (long long)((unsigned long long)value * 0x12345678ABCDull);
}

static double fill_real(void) {
    return (fill_next() % 2000 - 1000.0) / (fill_next() % 8 + 1);
}

static int check_failures;

static int check_said(const char *test, const char *buffer) {
    check_failures++;
    printf("%s: %s differs", test, buffer);
    return 1;
}

#define DEFINE_BUFFER(type, name, value, format, same)                                             \
    static void fill_##name(type *p, size_t n) {                                                   \
        for (size_t i = 0; i < n; i++)                                                             \
            p[i] = (type)(value);                                                                  \
    }                                                                                              \
    static void check_##name(const char *test, const char *buffer, const type *got,                \
                             const type *want, size_t n) {                                         \
        for (size_t i = 0; i < n; i++)                                                             \
            if (!(same) && check_said(test, buffer)) {                                             \
                printf(" at %zu: expected " format ", got " format "\n", i, want[i], got[i]);      \
                return;                                                                            \
            }                                                                                      \
    }
#define SAME_REAL                                                                                  \
    (memcmp(&got[i], &want[i], sizeof *got) == 0 || (got[i] != got[i] && want[i] != want[i]))
DEFINE_BUFFER(_Bool, bool, fill_next() & 1, "%d", got[i] == want[i])
DEFINE_BUFFER(signed char, i8, fill_integer(), "%d", got[i] == want[i])
DEFINE_BUFFER(unsigned char, u8, fill_integer(), "%d", got[i] == want[i])
DEFINE_BUFFER(short, i16, fill_integer(), "%d", got[i] == want[i])
DEFINE_BUFFER(unsigned short, u16, fill_integer(), "%d", got[i] == want[i])
DEFINE_BUFFER(int, i32, fill_integer(), "%d", got[i] == want[i])
DEFINE_BUFFER(unsigned, u32, fill_integer(), "%u", got[i] == want[i])
DEFINE_BUFFER(long, i64, fill_integer(), "%ld", got[i] == want[i])
DEFINE_BUFFER(unsigned long, u64, fill_integer(), "%lu", got[i] == want[i])
DEFINE_BUFFER(float, f32, fill_real(), "%a", SAME_REAL)
DEFINE_BUFFER(double, f64, fill_real(), "%a", SAME_REAL)

static void *allocate(size_t bytes) {
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        abort();
    return p;
}
