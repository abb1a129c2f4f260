// What offload_algorithms.h does in place of slow conversions gives what the compiler's own conversions give: for all numbers
// of 2 bytes, and for floats of all exponents around the middle between two of these.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t -lm
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O2 -mno-f16c -fno-vectorize --offload-arch=none %s -o %t.scalar -lm
// RUN: %t.scalar | FileCheck %s
#include <math.h>
#include <offload_algorithms.h>
#include <string.h>

static unsigned mistakes;

#define TEST(type, suffix)                                                                         \
    static void store_##suffix(unsigned bits)                                                      \
    {                                                                                              \
        float v;                                                                                   \
        __offload_##suffix own;                                                                    \
        memcpy(&v, &bits, sizeof v);                                                               \
        type expected = (type)v;                                                                   \
        __offload_##suffix##_store(&own, v);                                                       \
        int same = isnan(v) ? isnan((float)own) : memcmp(&own, &expected, sizeof own) == 0;        \
        if (!same && mistakes++ < 10)                                                              \
            printf("%a is %a as " #type ", not %a\n", (double)v, (double)expected, (double)own);   \
    }                                                                                              \
    static void test_##suffix(void)                                                                \
    {                                                                                              \
        for (unsigned i = 0; i < 0x10000; i++) {                                                   \
            unsigned short bits = (unsigned short)i;                                               \
            type v;                                                                                \
            memcpy(&v, &bits, sizeof v);                                                           \
            float expected = (float)v, own = __offload_##suffix##_load((void *)&v);                \
            int same = isnan(expected) ? isnan(own) : memcmp(&own, &expected, sizeof own) == 0;    \
            if (!same && mistakes++ < 10)                                                          \
                printf(#type " %x is %a, not %a\n", i, (double)expected, (double)own);             \
        }                                                                                          \
        for (unsigned high = 0; high < 1u << 19; high++)                                           \
            for (int low = -1; low <= 1; low++)                                                    \
                store_##suffix((high << 13) + (unsigned)low + (high % 3 == 0 ? 0x1000 : 0));       \
        for (unsigned bits = 0; bits < 0xffff0000; bits += 9973)                                   \
            store_##suffix(bits);                                                                  \
    }
TEST(_Float16, f16)
TEST(__bf16, b16)

int main(void)
{
    test_f16();
    test_b16();
    printf("%u mistakes\n", mistakes); // CHECK: {{^}}0 mistakes
    return mistakes != 0;
}
