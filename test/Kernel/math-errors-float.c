// math.h for float: what scripts/ulp measures, few times; on a GPU, with its own instructions. The lines
// that the program prints are the largest errors (docs/math.md).
//
// RUN: %run_kernel -O2
#define MOST 10
#define SINGLE
#include "../Math/Inputs/ulp.c"
