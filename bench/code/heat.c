#include "../../examples/heat/heat.c"
