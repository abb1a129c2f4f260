#include "../../examples/blur/blur.c"
