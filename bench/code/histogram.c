#include "../../examples/histogram/histogram.c"
