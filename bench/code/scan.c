#include "../../examples/scan/scan.c"
