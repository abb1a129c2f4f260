#define UNROLLED
#include "stencils.c"
