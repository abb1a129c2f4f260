#include "hip.h"

struct vector {
    float x, y, z;
};

struct body {
    struct vector position, velocity;
    float mass;
};

struct settings {
    float time_step;
    float softening;
};

__device__ static float distance_squared(settings settings, vector to, vector from,
                                         vector *difference) {
    *difference = vector{to.x - from.x, to.y - from.y, to.z - from.z};
    return difference->x * difference->x + difference->y * difference->y +
           difference->z * difference->z + settings.softening;
}

extern "C" __global__ void accelerate(size_t n, settings settings, const body *bodies,
                                      vector *accelerations) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    vector sum = {0, 0, 0};
    for (size_t j = 0; j < n; j++) {
        vector difference;
        float inverse = 1 / sqrtf(distance_squared(settings, bodies[j].position, bodies[i].position,
                                                   &difference));
        float pull = bodies[j].mass * inverse * inverse * inverse;
        sum.x += pull * difference.x;
        sum.y += pull * difference.y;
        sum.z += pull * difference.z;
    }
    accelerations[i] = sum;
}

__device__ static void move(vector *v, vector by, float time) {
    v->x += by.x * time;
    v->y += by.y * time;
    v->z += by.z * time;
}

extern "C" __global__ void advance(size_t n, settings settings, bool drift,
                                   const vector *accelerations, body *bodies) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    move(&bodies[i].velocity, accelerations[i], settings.time_step / 2);
    if (drift)
        move(&bodies[i].position, bodies[i].velocity, settings.time_step);
}

extern "C" __global__ void measure(size_t n, settings settings, const body *bodies,
                                   double *energies) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    vector v = bodies[i].velocity, difference;
    double potential = 0;
    for (size_t j = 0; j < n; j++)
        if (j != i)
            potential -=
                bodies[j].mass / sqrt((double)distance_squared(settings, bodies[j].position,
                                                               bodies[i].position, &difference));
    energies[i] = 0.5 * bodies[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z + potential);
}
