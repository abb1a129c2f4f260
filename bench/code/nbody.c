#include "../../examples/nbody/nbody.c"
