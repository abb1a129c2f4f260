// Inline assembly for NVIDIA GPUs, as in hash functions ported from CUDA: lop3 computes any function of three bits.
//
// RUN: %run_kernel -O2
#include <offload.h>

#include "Inputs/check.h"

enum { N = 32 };

#ifdef __NVPTX__
#define LOP3(table, otherwise)                                                                     \
    ({                                                                                             \
        unsigned result;                                                                           \
        __asm__("lop3.b32 %0, %1, %2, %3, " #table ";" : "=r"(result) : "r"(a), "r"(b), "r"(c));   \
        result;                                                                                    \
    })
#else
#define LOP3(table, otherwise) (otherwise)
#endif

offload_kernel void logic(const unsigned x[N + 2], unsigned y[3 * N]) {
    unsigned i = (unsigned)offload_global_id(0);
    if (i >= N)
        return;
    unsigned a = x[i], b = x[i + 1], c = x[i + 2];
    y[3 * i] = LOP3(0x96, a ^ b ^ c);
    y[3 * i + 1] = LOP3(0xe8, (a & b) | (b & c) | (a & c));
    y[3 * i + 2] = LOP3(0xca, (a & b) | (~a & c));
}

int main(void) {
    unsigned x[N + 2], y[3 * N];
    for (unsigned i = 0; i < N + 2; i++)
        x[i] = (i + 1) * 2654435761u;
    offload(logic, .threads = {N})(x, y);
    for (unsigned i = 0; i < N; i++) {
        unsigned a = x[i], b = x[i + 1], c = x[i + 2];
        EQUAL(y[3 * i], a ^ b ^ c);
        EQUAL(y[3 * i + 1], (a & b) | (b & c) | (a & c));
        EQUAL(y[3 * i + 2], (a & b) | (~a & c));
    }
    return finish();
}
