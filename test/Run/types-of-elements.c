// Arrays of every type of element that C has go to the device and come back. An image's data is in
// another place, so what does not move shows.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: env OMP_TARGET_OFFLOAD=mandatory %t.image
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug
#include <complex.h>
#include <offload.h>
#include <stdio.h>
#include <string.h>

enum { N = 5 };
enum colour { RED, GREEN = 7, BLUE };
struct point {
    float x, y;
};
typedef struct {
    char name[11];
    struct point corners[2][3];
    struct {
        short deep;
    } inner;
    enum colour colour;
} shape;
union number {
    int i;
    float f;
    unsigned char bytes[12];
};
struct bits {
    unsigned low : 3;
    signed high : 13;
    unsigned long long wide : 40;
    _Bool flag : 1;
};
struct __attribute__((packed)) uneven {
    char c;
    double d;
};
struct wide {
    _Alignas(64) float x;
};
typedef float vector4 __attribute__((vector_size(16)));

#define SAME(name, T)                                                                              \
    offload_kernel void same_##name(size_t n, const T in[n], offload_out T out[n])                 \
    {                                                                                              \
        size_t i = offload_global_id(0);                                                           \
        if (i < n)                                                                                 \
            out[i] = in[n - 1 - i];                                                                \
    }
#define EACH_TYPE(DO)                                                                              \
    DO(bool, _Bool)                                                                                \
    DO(char, char)                                                                                 \
    DO(short, unsigned short)                                                                      \
    DO(long_long, long long)                                                                       \
    DO(int128, __int128)                                                                           \
    DO(half, _Float16)                                                                             \
    DO(double, double)                                                                             \
    DO(complex_float, float complex)                                                               \
    DO(complex_double, double _Complex)                                                            \
    DO(enum, enum colour)                                                                          \
    DO(struct, struct point)                                                                       \
    DO(nested, shape)                                                                              \
    DO(union, union number)                                                                        \
    DO(bits, struct bits)                                                                          \
    DO(packed, struct uneven)                                                                      \
    DO(aligned, struct wide)                                                                       \
    DO(vector, vector4)
EACH_TYPE(SAME)

// Bytes of 0 and 1, which every type can hold.
static void fill(void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = i * i % 7 < 3;
}

#define CHECK(name, T)                                                                             \
    {                                                                                              \
        static T in[N], out[N];                                                                    \
        fill(in, sizeof in);                                                                       \
        offload(same_##name, .threads = {N})(N, in, out);                                          \
        for (int i = 0; i < N; i++)                                                                \
            if (memcmp(&out[i], &in[N - 1 - i], sizeof(T)))                                        \
                return printf("%s\n", #name), 1;                                                   \
    }

int main(void)
{
    EACH_TYPE(CHECK)
}
