// Vectors whose parameters promise that they do not overlap, and one that all threads divide.
#include <offload.h>

offload_kernel void triad(size_t n, float a, const float x[restrict n], const float y[restrict n],
                          float z[restrict n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        z[i] = x[i] + a * y[i];
}

offload_kernel void triad_shared_out(size_t n, float a, const float x[n], const float y[n],
                                     float z[n]) {
    offload_for (i, n) {
        z[i] = x[i] + a * y[i];
    }
}
