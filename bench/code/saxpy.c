#include "../../examples/saxpy/saxpy.c"
