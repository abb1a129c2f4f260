// Structs by value are where their types' alignment asks for, whatever sizes the ones before them
// have. libomptarget, which packs them, left too small gaps.
//
// RUN: %run_kernel -O2
#include <offload.h>

#include "Inputs/check.h"

#include <complex.h>

struct tiny {
    char c;
};
struct pair {
    short a, b, c;
};
struct numbers {
    _Alignas(16) double a, b;
};
struct wide {
    _Alignas(64) int a;
};

offload_kernel void take(struct tiny t, float complex z, __int128 w, struct pair p,
                         struct numbers n, struct tiny u, struct wide v, double complex d,
                         offload_out double out[8]) {
    out[0] = t.c + u.c;
    out[1] = crealf(z) + cimagf(z);
    out[2] = (double)(long)(w >> 64) + (double)(long)w;
    out[3] = p.a + p.b + p.c;
    out[4] = n.a;
    out[5] = n.b;
    out[6] = v.a;
    out[7] = creal(d) - cimag(d);
}

int main(void) {
    double out[8];
    offload(take, .threads = {1})((struct tiny){1}, 2 + 3.0if, ((__int128)4 << 64) + 5,
                                  (struct pair){6, 7, 8}, (struct numbers){9, 10},
                                  (struct tiny){11}, (struct wide){12}, 13.0 - 14.0i, out);
    static const double right[8] = {12, 5, 9, 21, 9, 10, 12, 27};
    for (int i = 0; i < 8; i++)
        EQUAL(out[i], right[i]);
    return finish();
}
