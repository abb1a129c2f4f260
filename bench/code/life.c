#include "../../examples/life/life.c"
