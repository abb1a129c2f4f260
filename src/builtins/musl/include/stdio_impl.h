// stdio_impl.h - for musl's sources (features.h).
#ifndef MUSL_STDIO_IMPL_H
#define MUSL_STDIO_IMPL_H

#include <stdint.h>
#include <stdio.h>

// A string has no end but its zero, at which nobody asks for more.
#define __uflow(f) ((void)(f), EOF)

#endif
