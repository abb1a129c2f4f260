#define UNROLLED
#include "stencils.cu"
