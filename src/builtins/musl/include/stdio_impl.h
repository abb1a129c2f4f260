// stdio_impl.h - for musl's sources (features.h).
#ifndef MUSL_STDIO_IMPL_H
#define MUSL_STDIO_IMPL_H

#include <stdint.h>
#include <stdio.h>

// A string has no end but its zero, at which nobody asks for more.
#define __uflow(f) ((void)(f), EOF)

static inline void __fwritex(const unsigned char *text, size_t size, FILE *f) {
    size_t fits = size < f->room ? size : f->room;
    for (size_t i = 0; i < fits; i++)
        f->to[i] = (char)text[i];
    f->to += fits;
    f->room -= fits;
}

#endif
