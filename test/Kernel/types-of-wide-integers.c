// __int128 and _BitInt of more than 64 bits: arithmetic, overflow, shifts, and conversions to and from numbers, with the
// results of the host.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;
typedef unsigned _BitInt(100) bits;

enum { N = 400, RESULTS = 13, NUMBERS = 12 };

static void integers(wide a, wide b, uwide out[RESULTS]) {
    wide sum, product, difference;
    unsigned shift = (unsigned)b & 127;
    out[0] = (uwide)a * (uwide)b;
    out[1] = (uwide)(a / b);
    out[2] = (uwide)(a % b);
    out[3] = (uwide)a / (uwide)b;
    out[4] = (uwide)a % (uwide)b;
    out[5] = (uwide)a << shift;
    out[6] = (uwide)(a >> shift);
    out[7] = (uwide)a >> shift;
    out[8] = __builtin_mul_overflow(a, b, &product) + (uwide)product;
    out[9] = __builtin_add_overflow(a, b, &sum) + (uwide)sum;
    out[10] = __builtin_sub_overflow(a, b, &difference) + (uwide)difference;
    out[11] = (uwide)(__builtin_popcountg((uwide)a) + __builtin_clzg((uwide)a | 1));
    out[12] = (bits)a / ((bits)b | 1) + (bits)a % ((bits)b | 1);
}

typedef wide pair __attribute__((vector_size(32)));
typedef double numbers __attribute__((vector_size(16)));

static void to_numbers(wide a, wide b, double out[NUMBERS]) {
    numbers both = __builtin_convertvector((pair){a, b}, numbers);
    out[0] = (double)a;
    out[1] = (double)(uwide)a;
    out[2] = (float)a;
    out[3] = (float)(uwide)a;
    out[4] = (double)(_Float16)a;
    out[5] = (double)(_Float16)(int)(a & 0x1ffff);
    out[6] = (double)(bits)a;
    out[7] = (float)(__bf16)(wide)((uwide)(unsigned char)a << ((unsigned)b % 100));
    out[8] = both[0] - both[1];
    out[9] = (float)(unsigned _BitInt(65))a;
    out[10] = __builtin_powi(1 + (double)(a % 5) / 8, (int)(b % 31));
    out[11] = __builtin_powif(1 + (float)(b % 5) / 8, (int)(a % 31));
}

static void from_numbers(wide a, int scale, uwide out[RESULTS]) {
    double x = (double)a;
    float y = (float)(a >> 3); // in range, though rounded
    out[0] = (uwide)(wide)x;
    out[1] = (uwide)(x < 0 ? -x : x);
    out[2] = (uwide)(wide)y;
    out[3] = (uwide)(y < 0 ? -y : y);
    out[4] = (uwide)(wide)(_Float16)((float)scale / 7);
    out[5] = (uwide)(wide)(__bf16)((float)scale / 7);
    out[6] = (uwide)(wide)((double)scale / 3);
    out[7] = (bits)((double)(unsigned)scale * 0x1p60);
    for (int i = 8; i < RESULTS; i++)
        out[i] = 0;
}

offload_kernel void all(int n, const wide a[n], const wide b[n], uwide out[n][2][RESULTS],
                        double real[n][NUMBERS]) {
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    integers(a[i], b[i], out[i][0]);
    from_numbers(a[i], (int)i - n / 2, out[i][1]);
    to_numbers(a[i], b[i], real[i]);
}

static wide a[N], b[N];
static uwide out[N][2][RESULTS];
static double real[N][NUMBERS];

static unsigned long next(void) {
    static unsigned long state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Of any size and sign; many in the middle between two floats or doubles, or beside it.
static wide random_wide(void) {
    uwide x = (uwide)next() << 64 | next();
    unsigned kept = (unsigned)next() % 127 + 1, pattern = (unsigned)next() % 4;
    if (pattern == 1)
        x = (x | 1) & ~(((uwide)1 << (kept / 2)) - 1);
    if (pattern == 2)
        x = ((uwide)(next() | 1) >> 39 << 1 | 1) << (kept % 102); // 25 bits, then 24 lost ones
    x >>= 128 - kept;
    x -= pattern == 3;
    return next() % 2 ? (wide)(x >> 1) : -(wide)(x >> 1);
}

int main(void) {
    static const wide edges[] = {0, 1, -1, (wide)1 << 126, (wide)((uwide)1 << 127), (wide)~(uwide)0 >> 1,
                                 65504, 65519, 65520, -65520, (wide)1 << 64, ((wide)1 << 64) - 1};
    enum { EDGES = sizeof edges / sizeof *edges };
    for (int i = 0; i < N; i++) {
        a[i] = i < EDGES ? edges[i] : random_wide();
        b[i] = random_wide();
        if (b[i] == 0 || b[i] == -1)
            b[i] = 3;
    }
    offload(all, .threads = {N})(N, a, b, out, real);
    for (int i = 0; i < N; i++) {
        uwide expected[2][RESULTS];
        double numbers[NUMBERS];
        integers(a[i], b[i], expected[0]);
        from_numbers(a[i], i - N / 2, expected[1]);
        to_numbers(a[i], b[i], numbers);
        for (int k = 0; k < 2 * RESULTS; k++)
            CHECK(out[i][k / RESULTS][k % RESULTS] == expected[k / RESULTS][k % RESULTS], "%d: integer %d", i, k);
        for (int k = 0; k < NUMBERS; k++)
            CHECK(real[i][k] == numbers[k], "%d: number %d is %a, not %a", i, k, real[i][k], numbers[k]);
    }
    return finish();
}
