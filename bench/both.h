// both.h - lets functions that are written once be compiled as C, as OpenCL C and as CUDA C++:
// ON_DEVICE stands before those that kernels call.
#ifndef BENCH_BOTH_H
#define BENCH_BOTH_H

#ifdef __OPENCL_VERSION__
#define GLOBAL __global
#define CONSTANT __constant
#define sqrtf sqrt
#define fmaxf fmax
#define floorf floor
#define powf pow
#define logf log
#define log2f log2
#define expf exp
#define erfcf erfc
#else
#include <math.h>
#include <stddef.h>
#define GLOBAL
#define CONSTANT static const
#endif

#ifdef __CUDACC__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif

#endif
