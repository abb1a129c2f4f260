#include "../../examples/matmul/matmul.c"
