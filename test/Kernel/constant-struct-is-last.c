// A constant struct of 12 bytes, the last variable of the device's code: LLVM may load 16 bytes of it. And absolute values of
// pairs of shorts, for which GPUs have instructions.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 10 };

typedef short pair __attribute__((ext_vector_type(2)));

offload_constant struct { int r, g, b; } border;

offload_kernel void frame(const unsigned char q[3 * N], int p[3 * N], int at) {
    int i = (int)offload_global_id(0);
    if (i < N) {
        int r, g, b;
        if (i == at)
            r = border.r, g = border.g, b = border.b;
        else
            r = q[3 * i], g = q[3 * i + 1], b = q[3 * i + 2];
        p[3 * i] = r, p[3 * i + 1] = g, p[3 * i + 2] = b;
    }
}

offload_kernel void absolute(int n, const short x[2 * n], short y[2 * n]) {
    int i = (int)offload_global_id(0);
    if (i < n) {
        pair both = __builtin_elementwise_abs((pair){x[2 * i], x[2 * i + 1]});
        y[2 * i] = both.x;
        y[2 * i + 1] = both.y;
    }
}

int main(void) {
    unsigned char q[3 * N];
    int p[3 * N];
    short x[2 * N], y[2 * N];
    for (int i = 0; i < 3 * N; i++) {
        q[i] = (unsigned char)(i * 7);
        p[i] = -1;
    }
    for (int i = 0; i < 2 * N; i++)
        x[i] = (short)((i - 10) * 3000);
    offload(frame, .threads = {N})(q, p, N - 1);
    for (int i = 0; i < 3 * N; i++)
        EQUAL(p[i], i < 3 * (N - 1) ? q[i] : 0);
    offload(absolute, .threads = {N})(N, x, y);
    for (int i = 0; i < 2 * N; i++)
        EQUAL(y[i], x[i] < 0 ? -x[i] : x[i]);
    return finish();
}
