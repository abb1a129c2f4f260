// Functions of <math.h>: one after the other, in float and in double, and angles.
#include <offload.h>

#include <math.h>

offload_kernel void functions_float(size_t n, const float x[n], float y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = sinf(x[i]) * expf(-x[i]) + powf(fabsf(x[i]), 1.7f) + logf(1 + x[i] * x[i]);
}

offload_kernel void functions_double(size_t n, const double x[n], double y[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = sin(x[i]) * exp(-x[i]) + pow(fabs(x[i]), 1.7) + log(1 + x[i] * x[i]);
}

// The distance between places on the earth.
offload_kernel void distances(size_t n, float latitude, float longitude, const float latitudes[n],
                              const float longitudes[n], float kilometres[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    float half_y = sinf((latitudes[i] - latitude) / 2);
    float half_x = sinf((longitudes[i] - longitude) / 2);
    float share = half_y * half_y + cosf(latitude) * cosf(latitudes[i]) * half_x * half_x;
    kilometres[i] = 12742 * atan2f(sqrtf(share), sqrtf(1 - share));
}

offload_kernel void roots(size_t n, const double p[n], const double q[n], double x[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    double half = p[i] / 2, inside = half * half - q[i];
    double root = sqrt(fmax(inside, 0)), sum = half < 0 ? root - half : -root - half;
    x[i] = inside < 0 ? NAN : fmin(sum, q[i] / sum) + cbrt(q[i]) + hypot(p[i], q[i]);
}
