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
} FILE;

#endif
