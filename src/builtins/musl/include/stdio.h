// stdio.h - for musl's sources (features.h). A stream is a string.
#ifndef MUSL_STDIO_H
#define MUSL_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#define EOF (-1)

typedef long off_t;
typedef struct musl_file {
    // What shgetc.h reads.
    unsigned char *buf, *rpos, *rend, *shend;
    off_t shlim, shcnt;
    // Where what is printed goes, and how much more of it.
    char *to;
    size_t room;
} FILE;

#define ferror(f) 0

int vfprintf(FILE *restrict, const char *restrict, va_list);
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int vsprintf(char *restrict, const char *restrict, va_list);
int snprintf(char *restrict, size_t, const char *restrict, ...);
int sprintf(char *restrict, const char *restrict, ...);

#endif
