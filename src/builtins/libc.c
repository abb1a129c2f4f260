// libc.c - functions of the C library on GPUs which are not musl's (musl/README.md): where glibc,
// which kernels on the CPU call, gives other results, or where musl's takes too much memory for a
// thread of a GPU.
#include <stddef.h>
#include <stdint.h>

// ---- <string.h> --------------------------------------------------------------------------------

// musl's has tables of 2 KB on the stack.
char *strstr(const char *text, const char *wanted) {
    for (;; text++) {
        size_t same = 0;
        while (wanted[same] && text[same] == wanted[same])
            same++;
        if (!wanted[same])
            return (char *)text;
        if (!text[same])
            return NULL;
    }
}

// ---- <stdio.h> ---------------------------------------------------------------------------------

#ifdef __NVPTX__
// CUDA's printf.
int vprintf(const char *format, const void *arguments);
#else
int printf(const char *restrict format, ...);
#endif

// Text with a format that the driver's printf or libomptarget's does not know
// (src/device/formats.h). Longer text loses its end.
enum { MOST_FORMATTED = 1024 };

int vsnprintf(char *restrict to, size_t size, const char *restrict format, __builtin_va_list);

#ifdef __NVPTX__
int __offloadcc_print_formatted(const char *format, char *arguments) {
    char text[MOST_FORMATTED];
    const char *address = text;
    int length = vsnprintf(text, sizeof text, format, arguments);
    vprintf("%s", &address);
    return length;
}
#else
int __offloadcc_print_formatted(const char *format, ...) {
    char text[MOST_FORMATTED];
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    __builtin_va_end(arguments);
    printf("%s", text);
    return length;
}
#endif

int puts(const char *text) {
    static const char format[] = "%s\n";
#ifdef __NVPTX__
    vprintf(format, &text);
#else
    printf(format, text);
#endif
    return 1;
}

int putchar(int character) {
    static const char format[] = "%c";
#ifdef __NVPTX__
    vprintf(format, &character);
#else
    printf(format, character);
#endif
    return (unsigned char)character;
}

// ---- <stdlib.h> --------------------------------------------------------------------------------

static void swap(char *a, char *b, size_t size) {
    if (((uintptr_t)a | (uintptr_t)b | size) % sizeof(uint32_t) == 0) {
        for (size_t i = 0; i < size; i += sizeof(uint32_t)) {
            uint32_t word = *(uint32_t *)(a + i);
            *(uint32_t *)(a + i) = *(uint32_t *)(b + i);
            *(uint32_t *)(b + i) = word;
        }
        return;
    }
    for (size_t i = 0; i < size; i++) {
        char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

typedef int comparison(const void *, const void *, void *);

// Heapsort: musl's needs 2 KB of stack, and a thread that calls through pointers has 1 KB in all,
// on NVIDIA GPUs.
void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *argument) {
    char *from = base;
    size_t first = count / 2, end = count;
    while (end > 1) {
        if (first > 0)
            first--; // makes it a heap
        else
            swap(from, from + --end * size, size); // the largest goes to the end
        for (size_t parent = first, child; (child = 2 * parent + 1) < end; parent = child) {
            char *at = from + child * size;
            if (child + 1 < end && compare(at, at + size, argument) < 0) {
                child++;
                at += size;
            }
            if (compare(from + parent * size, at, argument) >= 0)
                break;
            swap(from + parent * size, at, size);
        }
    }
}

static int compare_two(const void *a, const void *b, void *function) {
    return ((int (*)(const void *, const void *))function)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    qsort_r(base, count, size, compare_two, (void *)compare);
}

// The numbers of glibc: three steps of a linear congruential generator, of which each gives its
// upper bits.
int rand_r(unsigned int *seed) {
    unsigned int state = *seed, result = 0;
    static const unsigned int bits[] = {11, 10, 10};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        state = state * 1103515245u + 12345u;
        result = result << bits[i] ^ (state >> 16) % (1u << bits[i]);
    }
    *seed = state;
    return (int)result;
}

// musl's numbers are not what glibc's are if they do not fit.
long strtol(const char *restrict, char **restrict, int);
long long strtoll(const char *restrict, char **restrict, int);
double strtod(const char *restrict, char **restrict);

int atoi(const char *text) {
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text) {
    return strtol(text, NULL, 10);
}

long long atoll(const char *text) {
    return strtoll(text, NULL, 10);
}

double atof(const char *text) {
    return strtod(text, NULL);
}

// ---- <ctype.h> ---------------------------------------------------------------------------------

// What glibc's macros read.

#define ROW(f, n)                                                                                  \
    f(n), f(n + 1), f(n + 2), f(n + 3), f(n + 4), f(n + 5), f(n + 6), f(n + 7), f(n + 8),          \
        f(n + 9), f(n + 10), f(n + 11), f(n + 12), f(n + 13), f(n + 14), f(n + 15)
#define HALF(f, n)                                                                                 \
    ROW(f, n), ROW(f, n + 16), ROW(f, n + 32), ROW(f, n + 48), ROW(f, n + 64), ROW(f, n + 80),     \
        ROW(f, n + 96), ROW(f, n + 112)
#define SAME(n) ((n) == -1 ? -1 : (n) & 255)
#define LOWER(n) ((n) >= 'A' && (n) <= 'Z' ? (n) + 32 : SAME(n))
#define UPPER(n) ((n) >= 'a' && (n) <= 'z' ? (n) - 32 : SAME(n))

// From -128 to 255: a char may be negative.
static const int32_t lower[] = {HALF(LOWER, -128), HALF(LOWER, 0), HALF(LOWER, 128)};
static const int32_t upper[] = {HALF(UPPER, -128), HALF(UPPER, 0), HALF(UPPER, 128)};
static const int32_t *const lower_of_0 = lower + 128, *const upper_of_0 = upper + 128;

const int32_t **__ctype_tolower_loc(void) {
    return (const int32_t **)&lower_of_0;
}

const int32_t **__ctype_toupper_loc(void) {
    return (const int32_t **)&upper_of_0;
}

int tolower(int c) {
    return c >= -128 && c <= 255 ? lower_of_0[c] : c;
}

int toupper(int c) {
    return c >= -128 && c <= 255 ? upper_of_0[c] : c;
}

// ---- C23 ---------------------------------------------------------------------------------------

// The names that glibc's headers give to functions of C23.

#define C23(type, name)                                                                            \
    type name(const char *restrict, char **restrict, int);                                         \
    type __isoc23_##name(const char *restrict text, char **restrict end, int base) {               \
        return name(text, end, base);                                                              \
    }
C23(long, strtol)
C23(unsigned long, strtoul)
C23(long long, strtoll)
C23(unsigned long long, strtoull)
C23(intmax_t, strtoimax)
C23(uintmax_t, strtoumax)
