// math.h for float: as near to the exact value as OpenCL asks for; exact where C says so.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#define _GNU_SOURCE
#include <math.h>
#include <offload.h>

typedef float real;
typedef double exact;
#define REAL(name) name##f
#define EXACT(name) name
#define LEAST 0x1p-149f
#define LEAST_ROOT 0x1.6a09e6p-75f
#define FUSED (1 + 0x1p-12f)

#include "Inputs/math-functions.h"
