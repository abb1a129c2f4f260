#ifndef BENCH_BODIES_H
#define BENCH_BODIES_H

#include "../both.h"

struct vector {
    float x, y, z;
};

struct body {
    struct vector position, velocity;
    float mass;
};

// What pulls at a body.
ON_DEVICE static inline struct vector pull_of_all(int n, float softening,
                                                  const GLOBAL struct body *bodies, int i) {
    struct vector sum = {0, 0, 0}, here = bodies[i].position;
    for (int j = 0; j < n; j++) {
        float x = bodies[j].position.x - here.x, y = bodies[j].position.y - here.y,
              z = bodies[j].position.z - here.z;
        float inverse = 1 / sqrtf(x * x + y * y + z * z + softening);
        float pull = bodies[j].mass * inverse * inverse * inverse;
        sum.x += pull * x;
        sum.y += pull * y;
        sum.z += pull * z;
    }
    return sum;
}

#endif
