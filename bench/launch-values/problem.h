// What a launch costs that passes 8 structs of 8 to 64 bytes and 8 numbers by value: one block of
// 64 threads, and an array that is on the device already.
#include "../bench.h"

enum { COUNT = 64 };
static float y[COUNT];

// clang-format off
struct s8 { double v[1]; };
struct s16 { double v[2]; };
struct s24 { double v[3]; };
struct s32 { double v[4]; };
struct s40 { double v[5]; };
struct s48 { double v[6]; };
struct s56 { double v[7]; };
struct s64 { double v[8]; };
// clang-format on

// What is passed.
static struct values {
    struct s8 a;
    struct s16 b;
    struct s24 c;
    struct s32 d;
    struct s40 e;
    struct s48 f;
    struct s56 g;
    struct s64 h;
    int i, j;
    long k, l;
    float m, n;
    double o, p;
} values;

static void prepare(size_t size) {
    (void)size;
    double *last[] = {values.a.v,     &values.b.v[1], &values.c.v[2], &values.d.v[3],
                      &values.e.v[4], &values.f.v[5], &values.g.v[6], &values.h.v[7]};
    for (int at = 0; at < 8; at++)
        *last[at] = at;
    values.i = 1;
    values.j = 2;
    values.k = 3;
    values.l = 4;
    values.m = 5;
    values.n = 6;
    values.o = 7;
    values.p = 8;
}

static double checksum(void) {
    return weighted_sum(COUNT, y);
}

static const double expected = 16192, tolerance = 0;
