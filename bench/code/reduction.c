#include "../../examples/reduction/reduction.c"
