// PolyBench's covariance.
#define COVARIANCE
#include "correlation.c"
