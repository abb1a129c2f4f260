// A struct by value whose array is indexed by a variable, and one that the kernel changes.
#include <offload.h>

struct curve {
    int count;
    float slopes[16], bases[16];
};

offload_kernel void look_up(size_t n, struct curve curve, const float x[n], float y[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    int piece = (int)x[i];
    piece = piece < 0 ? 0 : piece < curve.count ? piece : curve.count - 1;
    y[i] = curve.bases[piece] + curve.slopes[piece] * x[i];
}

struct filter {
    float taps[8];
    int length;
};

offload_kernel void normalise(size_t n, struct filter filter, const float x[n + 8], float y[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float sum = 0, result = 0;
    for (int k = 0; k < 8; k++)
        sum += filter.taps[k];
    for (int k = 0; k < 8; k++)
        filter.taps[k] /= sum;
    for (int k = 0; k < filter.length; k++)
        result += filter.taps[k] * x[i + (size_t)k];
    y[i] = result;
}
