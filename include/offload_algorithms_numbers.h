/* offload_algorithms_numbers.h - the types of elements of offload_algorithms.h, which includes it.
 * Nothing here is for users. */
#ifndef OFFLOAD_ALGORITHMS_H
#include "offload_algorithms.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_ALGORITHMS_NUMBERS_H) && !defined(__cplusplus)
#define OFFLOAD_ALGORITHMS_NUMBERS_H

/* The types of elements. They may alias what the user's array is made of: long is used for long
 * long, and an integer of the size for what is only copied. */
typedef signed char __offload_i8;
typedef unsigned char __offload_u8;
typedef short __attribute__((may_alias)) __offload_i16;
typedef unsigned short __attribute__((may_alias)) __offload_u16;
typedef int __attribute__((may_alias)) __offload_i32;
typedef unsigned int __attribute__((may_alias)) __offload_u32;
typedef long __attribute__((may_alias)) __offload_i64;
typedef unsigned long __attribute__((may_alias)) __offload_u64;
typedef float __attribute__((may_alias)) __offload_f32;
typedef double __attribute__((may_alias)) __offload_f64;
typedef _Float16 __attribute__((may_alias)) __offload_f16;
typedef __bf16 __attribute__((may_alias)) __offload_b16;
typedef float _Complex __attribute__((may_alias)) __offload_c32;
typedef double _Complex __attribute__((may_alias)) __offload_c64;
__extension__ typedef __int128 __attribute__((may_alias)) __offload_wide_i128;
__extension__ typedef unsigned __int128 __attribute__((may_alias)) __offload_wide_u128;
/* Of what is only copied: its alignment need not be that of __int128. */
typedef struct __attribute__((may_alias)) __offload_u128 {
    unsigned long __low, __high;
} __offload_u128;

/* Narrow numbers to float and back, rounded to the nearest. A CPU that has no instruction for that
 * calls functions of the C compiler, which take a hundred times as long: the compiler makes vectors
 * of these. */
#define __OFFLOAD_CONVERTED(type)                                                                  \
    __OFFLOADCC_INLINE float type##_load(const type *__x) {                                        \
        return (float)*__x;                                                                        \
    }                                                                                              \
    __OFFLOADCC_INLINE void type##_store(type *__x, float __v) {                                   \
        *__x = (type)__v;                                                                          \
    }
#if defined(__F16C__) || !defined(__x86_64__)
__OFFLOAD_CONVERTED(__offload_f16)
#else
__OFFLOADCC_INLINE float __offload_f16_load(const __offload_f16 *__x) {
    unsigned int __bits = *(const __offload_u16 *)__x, __size = (__bits & 0x7fff) << 13;
    unsigned int __sign = (__bits & 0x8000) << 16, __least = 113u << 23;
    float __v, __subnormal, __offset;
    unsigned int __normal = __size + (__size < 31u << 23 ? 112u << 23 : 224u << 23);
    unsigned int __sum = __size + __least;
    __builtin_memcpy(&__subnormal, &__sum, sizeof __sum);
    __builtin_memcpy(&__offset, &__least, sizeof __least);
    __subnormal -= __offset;
    __builtin_memcpy(&__sum, &__subnormal, sizeof __sum);
    __sum = __sign | (__size < 1u << 23 ? __sum : __normal);
    __builtin_memcpy(&__v, &__sum, sizeof __v);
    return __v;
}
__OFFLOADCC_INLINE void __offload_f16_store(__offload_f16 *__x, float __v) {
    unsigned int __bits, __small, __half = 126u << 23;
    float __sum, __offset;
    __builtin_memcpy(&__bits, &__v, sizeof __bits);
    unsigned int __sign = __bits >> 16 & 0x8000, __size = __bits & 0x7fffffff;
    unsigned int __normal = (__size + (__size >> 13 & 1) + 0xfff - (112u << 23)) >> 13;
    /* The last bit of a number of at least 0.5 and less than 1 is that of a subnormal. */
    __builtin_memcpy(&__sum, &__size, sizeof __sum);
    __builtin_memcpy(&__offset, &__half, sizeof __offset);
    __sum += __offset;
    __builtin_memcpy(&__small, &__sum, sizeof __small);
    __small -= __half;
    __normal = __size < 113u << 23 ? __small : __normal;
    __normal = __size < 143u << 23 ? __normal : 0x7c00;
    __normal = __size <= 255u << 23 ? __normal : 0x7e00;
    *(__offload_u16 *)__x = (unsigned short)(__sign | __normal);
}
#endif
#if defined(__NVPTX__) || defined(__AMDGPU__)
__OFFLOAD_CONVERTED(__offload_b16)
#else
__OFFLOADCC_INLINE float __offload_b16_load(const __offload_b16 *__x) {
    unsigned int __bits = (unsigned int)*(const __offload_u16 *)__x << 16;
    float __v;
    __builtin_memcpy(&__v, &__bits, sizeof __v);
    return __v;
}
__OFFLOADCC_INLINE void __offload_b16_store(__offload_b16 *__x, float __v) {
    unsigned int __bits;
    __builtin_memcpy(&__bits, &__v, sizeof __bits);
    unsigned int __near = (__bits + 0x7fff + (__bits >> 16 & 1)) >> 16;
    __near = (__bits & 0x7fffffff) <= 255u << 23 ? __near : (__bits >> 16 | 64);
    *(__offload_u16 *)__x = (unsigned short)__near;
}
#endif

#endif
