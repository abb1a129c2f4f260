#include "../../examples/raytracer/raytracer.c"
