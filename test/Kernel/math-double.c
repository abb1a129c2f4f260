// math.h for double: as near to the exact value as OpenCL asks for; exact where C says so.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#define _GNU_SOURCE
#include <math.h>
#include <offload.h>

typedef double real;
typedef long double exact;
#define REAL(name) name
#define EXACT(name) name##l
#define LEAST 0x1p-1074
#define LEAST_ROOT 0x1p-537
#define FUSED (1 + 0x1p-30)

#include "Inputs/math-functions.h"
