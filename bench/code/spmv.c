#include "../../examples/spmv/spmv.c"
