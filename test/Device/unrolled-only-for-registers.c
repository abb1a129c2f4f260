// Loops over a thread's small array are unrolled, however much code that is, where the array goes
// into registers by that; where it stays on the stack nonetheless, they are as LLVM left them. So
// are those that would become very large for an array of a few bytes. What grows by it and is called
// at several places is not inlined there.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_90.ptx
// RUN: llvm-dis -o - %t/*/sm_90.bc | FileCheck --check-prefix=LOOP %s
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t -DCALLS %s
// RUN: llvm-dis -o - %t/*/sm_90.bc | FileCheck --check-prefix=CALL %s
#include <offload.h>
#include <stdint.h>

static uint32_t turned(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static uint32_t mixed(uint32_t x) {
    return turned(x, 6) ^ turned(x, 11) ^ turned(x, 25) ^ x >> 3;
}

#define ROUNDS(w, mask)                                                                            \
    for (int t = 0; t < 64; t++) {                                                                 \
        if (t >= 16)                                                                               \
            w[t & mask] = mixed(w[(t - 2) & mask]) + w[(t - 7) & mask] +                           \
                          mixed(w[(t - 15) & mask]) + w[(t - 16) & mask];                          \
        uint32_t sum = h + mixed(e) + ((e & f) ^ (~e & g)) + w[t & mask];                          \
        uint32_t more = mixed(a) + ((a & b) ^ (a & c) ^ (b & c));                                  \
        h = g, g = f, f = e, e = d + sum, d = c, c = b, b = a, a = sum + more;                     \
    }

#ifndef CALLS
// CHECK-LABEL: .entry keeps_all
// CHECK-NOT: .local
offload_kernel void keeps_all(size_t n, const uint32_t in[16 * n], uint32_t out[n]) {
    size_t me = offload_global_id(0);
    uint32_t w[64], a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (int t = 0; t < 16; t++)
        w[t] = in[16 * me + t];
    ROUNDS(w, 63)
    out[me] = a + b + c + d + e + f + g + h;
}

// CHECK-LABEL: .entry keeps_the_last
// CHECK-NOT: .local
offload_kernel void keeps_the_last(size_t n, const uint32_t in[16 * n], uint32_t out[n]) {
    size_t me = offload_global_id(0);
    uint32_t w[16], a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (int t = 0; t < 16; t++)
        w[t] = in[16 * me + t];
    ROUNDS(w, 15)
    out[me] = a + b + c + d + e + f + g + h;
}

// The loop, of 48 turns.
// LOOP-LABEL: @"by_data$"(
// LOOP: icmp {{.*}}, 48
// CHECK-LABEL: .entry by_data
// CHECK: .local
offload_kernel void by_data(size_t n, const uint32_t in[16 * n], uint32_t out[n]) {
    size_t me = offload_global_id(0);
    uint32_t w[64], a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    for (int t = 0; t < 64; t++)
        w[in[16 * me + t] % 64] = t;
    for (int t = 0; t < 48; t++) {
        uint32_t sum = h + mixed(e) + ((e & f) ^ (~e & g)) + w[t];
        uint32_t more = mixed(a) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + sum, d = c, c = b, b = a, a = sum + more;
    }
    out[me] = a + b + c + d + e + f + g + h;
}

// LOOP-LABEL: @"for_little$"(
// LOOP: icmp {{.*}}, 120
// CHECK-LABEL: .entry for_little
// CHECK: .local
offload_kernel void for_little(size_t n, const uint32_t in[n], uint32_t out[n]) {
    size_t me = offload_global_id(0);
    uint32_t w[4] = {1, 2, 3, 4}, a = in[me];
    for (int t = 0; t < 120; t++) {
        a = mixed(a * 3 + 1) + mixed(a ^ w[(t + 1) & 3]), a = mixed(a * 5 + 1) ^ mixed(a + 7);
        w[t & 3] = mixed(a) + w[(t + 3) & 3];
    }
    out[me] = w[0] + w[1] + w[2] + w[3];
}

#else
struct state {
    uint32_t words[16], sums[8], count;
};

static void take(struct state *s) {
    uint32_t w[64];
    for (int t = 0; t < 16; t++)
        w[t] = s->words[t];
    uint32_t a = s->sums[0], b = s->sums[1], c = s->sums[2], d = s->sums[3];
    uint32_t e = s->sums[4], f = s->sums[5], g = s->sums[6], h = s->sums[7];
    ROUNDS(w, 63)
    s->sums[0] += a, s->sums[1] += b, s->sums[2] += c, s->sums[3] += d;
    s->sums[4] += e, s->sums[5] += f, s->sums[6] += g, s->sums[7] += h;
}

// CALL-LABEL: @"calls$"(
// CALL: call {{.*}}@take(
// CALL: call {{.*}}@take(
offload_kernel void calls(size_t n, unsigned m, const uint32_t in[m], uint32_t out[8 * n]) {
    size_t me = offload_global_id(0);
    struct state s = {.sums = {1, 2, 3, 4, 5, 6, 7, 8}};
    for (unsigned i = 0; i < m; i++) {
        s.words[s.count++] = in[i];
        if (s.count == 16) {
            take(&s);
            s.count = 0;
        }
    }
    s.words[s.count++] = 1;
    if (s.count > 14) {
        while (s.count < 16)
            s.words[s.count++] = 0;
        take(&s);
        s.count = 0;
    }
    while (s.count < 15)
        s.words[s.count++] = 0;
    s.words[15] = m;
    take(&s);
    for (int i = 0; i < 8; i++)
        out[8 * me + i] = s.sums[i];
}
#endif
