// gpu.c - our device functions on GPUs, over clang's gpuintrin.h; and the functions of the C
// library that neither LLVM nor libclc has there. Compiled to bitcode for each GPU target and
// linked into device code, where all that is not used goes.
#include <gpuintrin.h>
#include <stddef.h>

unsigned int __offloadcc_thread_id(unsigned int dimension) {
    return __gpu_thread_id((int)dimension);
}

unsigned int __offloadcc_block_id(unsigned int dimension) {
    return __gpu_block_id((int)dimension);
}

unsigned int __offloadcc_block_size(unsigned int dimension) {
    return __gpu_num_threads((int)dimension);
}

unsigned int __offloadcc_block_count(unsigned int dimension) {
    return __gpu_num_blocks((int)dimension);
}

// ---- <string.h>. The intrinsics become loops or vector moves, never calls of these.
// ---------------

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *left, const void *right, size_t size) {
    const unsigned char *a = left, *b = right;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

// ---- <math.h>. What these call is libclc's or has instructions.
// -----------------------------------

#define FOR_TYPE(type, suffix)                                                                     \
    type sin##suffix(type), cos##suffix(type), ldexp##suffix(type, int);                           \
    long lrint##suffix(type x) {                                                                   \
        return (long)__builtin_rint##suffix(x);                                                    \
    }                                                                                              \
    long long llrint##suffix(type x) {                                                             \
        return (long long)__builtin_rint##suffix(x);                                               \
    }                                                                                              \
    long lround##suffix(type x) {                                                                  \
        return (long)__builtin_round##suffix(x);                                                   \
    }                                                                                              \
    long long llround##suffix(type x) {                                                            \
        return (long long)__builtin_round##suffix(x);                                              \
    }                                                                                              \
    type frexp##suffix(type x, int *exponent) {                                                    \
        return __builtin_frexp##suffix(x, exponent);                                               \
    }                                                                                              \
    type modf##suffix(type x, type *whole) {                                                       \
        *whole = __builtin_trunc##suffix(x);                                                       \
        return __builtin_copysign##suffix(__builtin_isinf(x) ? 0 : x - *whole, x);                 \
    }                                                                                              \
    type scalbln##suffix(type x, long exponent) {                                                  \
        int limited = exponent > 9999 ? 9999 : exponent < -9999 ? -9999 : (int)exponent;           \
        return ldexp##suffix(x, limited);                                                          \
    }                                                                                              \
    void sincos##suffix(type x, type *sine, type *cosine) {                                        \
        *sine = sin##suffix(x);                                                                    \
        *cosine = cos##suffix(x);                                                                  \
    }
FOR_TYPE(double, )
FOR_TYPE(float, f)
