// RUN: %cc1 scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
struct point { int x, y; };
typedef struct { float re, im; } pair;
typedef const union { int i; float f; } word;
typedef float lanes __attribute__((vector_size(16)));
struct outer { struct inner { char c; } in; };
offload_kernel void k(struct point a, const pair b, word c, _Complex float d, __int128 e, long double f, lanes g, struct inner h,
    unsigned _BitInt(100) i)
{
}
