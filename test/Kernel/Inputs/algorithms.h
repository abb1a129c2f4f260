// algorithms.h - what the programs about offload_algorithms.h share: the types of elements, numbers
// of elements at which kernels change their ways, and elements that look random.
#ifndef ALGORITHMS_H
#define ALGORITHMS_H

#include <offload_algorithms.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long long llong;
typedef unsigned long long ullong;

#define EACH_INTEGER(M)                                                                            \
    M(char)                                                                                        \
    M(schar)                                                                                       \
    M(uchar)                                                                                       \
    M(short)                                                                                       \
    M(ushort)                                                                                      \
    M(int)                                                                                         \
    M(uint)                                                                                        \
    M(long)                                                                                        \
    M(ulong)                                                                                       \
    M(llong)                                                                                       \
    M(ullong)
#define EACH_TYPE(M)                                                                               \
    EACH_INTEGER(M)                                                                                \
    M(float)                                                                                       \
    M(double)

// Around a group of lanes, a block, tiles and chunks.
static const size_t sizes[] = {0, 1, 2, 33, 257, 2049, 4095, 4096, 4097, 9001};
static const size_t large = 70001; // more than 2^16

static inline ulong scatter(size_t i) {
    ulong bits = (i + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 31) * 0xd6e8feb86659fd93u;
    return bits ^ bits >> 32;
}

// The memory ends where the array does, so that sanitizers see accesses beyond it.
static inline void *room(size_t n, size_t size) {
    void *memory = malloc(n * size + !(n * size));
    if (!memory)
        abort();
    return memory;
}

// Integers of all values; numbers whose sums are exact.
#define IS_FLOATING(T) ((T)1 / 2 != 0)
#define FILL(T, n, x)                                                                              \
    for (size_t fill = 0; fill < (n); fill++)                                                      \
    (x)[fill] = IS_FLOATING(T) ? (T)((int)(scatter(fill) % 9) - 4) : (T)scatter(fill)

#endif
