#include "bodies.h"

__kernel void accelerate(int n, float softening, __global const struct body *restrict bodies,
                         __global struct vector *restrict accelerations) {
    int i = get_global_id(0);
    if (i < n)
        accelerations[i] = pull_of_all(n, softening, bodies, i);
}
