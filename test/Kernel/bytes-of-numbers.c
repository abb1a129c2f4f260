// The bytes of numbers that a kernel computes: stored one by one, as halves, in packed structs, given to functions, and in
// shared memory.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 300, BLOCK = 64 };

struct __attribute__((packed)) record {
    char tag;
    double wide;
    float narrow;
    _Float16 half;
};

struct result {
    unsigned char bytes[8], of_float[4], of_half[2];
    unsigned short low, shared;
    struct record record;
    unsigned char given;
};

// Numbers whose low bytes are not zero.
static double wide_of(int i) {
    return 1.0 / (i + 3) * 7;
}
static float narrow_of(int i) {
    return 1.0f / (float)(i + 3) * 7;
}
static _Float16 half_of(int i) {
    return (_Float16)((_Float16)(i % 50) * (_Float16)0.3f);
}

__attribute__((noinline)) static unsigned char twice(unsigned char byte) {
    return (unsigned char)(byte * 2);
}

static void fill(struct result *out, double wide, float narrow, _Float16 half, unsigned short *shared) {
    unsigned long bits;
    unsigned short low;
    memcpy(&bits, &wide, sizeof bits);
    memcpy(&low, &narrow, sizeof low);
    for (int b = 0; b < 8; b++)
        out->bytes[b] = (unsigned char)(bits >> 8 * b);
    memcpy(out->of_float, &narrow, sizeof narrow);
    memcpy(out->of_half, &half, sizeof half);
    out->low = low;
    *shared = low;
    out->shared = *shared;
    out->record = (struct record){'r', wide, narrow, half};
    out->given = twice((unsigned char)bits);
}

offload_kernel void run(int n, struct result out[n]) {
    offload_shared unsigned short shared[BLOCK];
    int i = (int)offload_global_id(0);
    if (i < n)
        fill(&out[i], wide_of(i), narrow_of(i), half_of(i), &shared[offload_thread_id(0)]);
}

static struct result out[N];

int main(void) {
    offload(run, .threads = {N}, .block_size = {BLOCK})(N, out);
    for (int i = 0; i < N; i++) {
        unsigned short shared;
        struct result expected = {0};
        fill(&expected, wide_of(i), narrow_of(i), half_of(i), &shared);
        CHECK(memcmp(out[i].bytes, expected.bytes, sizeof expected.bytes) == 0, "%d", i);
        CHECK(memcmp(out[i].of_float, expected.of_float, sizeof expected.of_float) == 0, "%d", i);
        CHECK(memcmp(out[i].of_half, expected.of_half, sizeof expected.of_half) == 0, "%d", i);
        CHECK(memcmp(&out[i].record, &expected.record, sizeof expected.record) == 0, "%d", i);
        EQUAL(out[i].low, expected.low);
        EQUAL(out[i].shared, expected.shared);
        EQUAL(out[i].given, expected.given);
    }
    return finish();
}
