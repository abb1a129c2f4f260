#include "../../examples/mandelbrot/mandelbrot.c"
