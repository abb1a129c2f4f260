#include "../../examples/black-scholes/black-scholes.c"
