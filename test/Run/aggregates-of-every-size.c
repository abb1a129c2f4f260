// Structs go by value whatever their size: also where several together are more than the 1024
// bytes that the runtime packs into one transfer.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug
// RUN: %t.debug
#include <offload.h>
#include <stdio.h>

// The first and the last byte of each argument, which the kernel changes in its own copy.
#define SIZE(n)                                                                                    \
    struct of_##n {                                                                                \
        unsigned char bytes[n];                                                                    \
    };                                                                                             \
    offload_kernel void ends_##n(char before, struct of_##n a, float between, struct of_##n b,     \
                                 offload_out int ends[4])                                          \
    {                                                                                              \
        ends[0] = a.bytes[0] + before;                                                             \
        ends[1] = a.bytes[n - 1];                                                                  \
        ends[2] = b.bytes[0] + (int)between;                                                       \
        ends[3] = b.bytes[n - 1];                                                                  \
        a.bytes[n - 1] = b.bytes[n - 1] = 0;                                                       \
    }
#define EACH_SIZE(DO)                                                                              \
    DO(1) DO(2) DO(3) DO(7) DO(8) DO(9) DO(16) DO(17) DO(255) DO(512) DO(1016) DO(1023) DO(1024)   \
    DO(1025) DO(4096) DO(65536) DO(100001)
EACH_SIZE(SIZE)

#define CHECK(n)                                                                                   \
    {                                                                                              \
        static struct of_##n a, b;                                                                 \
        a.bytes[0] = 1;                                                                            \
        b.bytes[0] = 3;                                                                            \
        a.bytes[n - 1] = 2;                                                                        \
        b.bytes[n - 1] = 4;                                                                        \
        int ends[4], first = n == 1 ? 2 : 1, second = n == 1 ? 4 : 3;                              \
        ends_##n(10, a, 20.5f, b, ends);                                                           \
        if (ends[0] != first + 10 || ends[1] != 2 || ends[2] != second + 20 || ends[3] != 4 ||     \
            a.bytes[n - 1] != 2 || b.bytes[n - 1] != 4)                                            \
            return printf("%d bytes: %d %d %d %d\n", n, ends[0], ends[1], ends[2], ends[3]), 1;    \
    }

int main(void)
{
    EACH_SIZE(CHECK)
}
