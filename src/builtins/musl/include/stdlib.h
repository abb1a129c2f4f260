// stdlib.h - for musl's sources (features.h).
#ifndef MUSL_STDLIB_H
#define MUSL_STDLIB_H

#include <stddef.h>
#include <stdint.h>

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);

float strtof(const char *restrict, char **restrict);
double strtod(const char *restrict, char **restrict);
long double strtold(const char *restrict, char **restrict);
long strtol(const char *restrict, char **restrict, int);
unsigned long strtoul(const char *restrict, char **restrict, int);
long long strtoll(const char *restrict, char **restrict, int);
unsigned long long strtoull(const char *restrict, char **restrict, int);

void *bsearch(const void *, const void *, size_t, size_t,
              int (*)(const void *, const void *));

void *__offloadcc_c_malloc(size_t); // ../../heap.c
#define malloc __offloadcc_c_malloc

// Of the locale "C", as in glibc.
static inline int wctomb(char *to, wchar_t c) {
    *to = (char)c;
    return (unsigned)c < 128 ? 1 : -1;
}

#endif
