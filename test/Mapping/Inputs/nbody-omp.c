// nbody-omp.c - examples/nbody in OpenMP: what the test compares its transfers with.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static void accelerate(size_t n, struct settings settings, const struct body *bodies,
                       struct vector *accelerations) {
#pragma omp target teams distribute parallel for firstprivate(settings) map(to : bodies[0 : n])    \
    map(from : accelerations[0 : n])
    for (size_t i = 0; i < n; i++) {
        struct vector sum = {0, 0, 0}, to = bodies[i].position;
        for (size_t j = 0; j < n; j++) {
            struct vector from = bodies[j].position;
            struct vector d = {from.x - to.x, from.y - to.y, from.z - to.z};
            float inverse = 1 / sqrtf(d.x * d.x + d.y * d.y + d.z * d.z + settings.softening);
            float pull = bodies[j].mass * inverse * inverse * inverse;
            sum.x += pull * d.x;
            sum.y += pull * d.y;
            sum.z += pull * d.z;
        }
        accelerations[i] = sum;
    }
}

static void advance(size_t n, struct settings settings, _Bool drift,
                    const struct vector *accelerations, struct body *bodies) {
#pragma omp target teams distribute parallel for firstprivate(settings)                            \
    map(to : accelerations[0 : n]) map(tofrom : bodies[0 : n])
    for (size_t i = 0; i < n; i++) {
        bodies[i].velocity.x += accelerations[i].x * settings.time_step / 2;
        bodies[i].velocity.y += accelerations[i].y * settings.time_step / 2;
        bodies[i].velocity.z += accelerations[i].z * settings.time_step / 2;
        if (drift) {
            bodies[i].position.x += bodies[i].velocity.x * settings.time_step;
            bodies[i].position.y += bodies[i].velocity.y * settings.time_step;
            bodies[i].position.z += bodies[i].velocity.z * settings.time_step;
        }
    }
}

static void measure(size_t n, struct settings settings, const struct body *bodies,
                    double *energies) {
#pragma omp target teams distribute parallel for firstprivate(settings) map(to : bodies[0 : n])    \
    map(from : energies[0 : n])
    for (size_t i = 0; i < n; i++) {
        struct vector v = bodies[i].velocity, to = bodies[i].position;
        double potential = 0;
        for (size_t j = 0; j < n; j++) {
            struct vector from = bodies[j].position;
            struct vector d = {from.x - to.x, from.y - to.y, from.z - to.z};
            if (j != i)
                potential -=
                    bodies[j].mass / sqrt(d.x * d.x + d.y * d.y + d.z * d.z + settings.softening);
        }
        energies[i] = 0.5 * bodies[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z + potential);
    }
}

static double total_energy(size_t n, struct settings settings, const struct body *bodies,
                           double *energies) {
    measure(n, settings, bodies, energies);
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += energies[i];
    return total;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1024;
    size_t steps = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    struct settings settings = {.time_step = 0.005f, .softening = 0.01f};
    struct body *bodies = calloc(n, sizeof *bodies);
    struct vector *accelerations = malloc(n * sizeof *accelerations);
    double *energies = malloc(n * sizeof *energies);
    for (size_t i = 0; i < n; i++) {
        bodies[i].position = (struct vector){cosf((float)i), sinf((float)i), (float)i / (float)n};
        bodies[i].mass = 1.0f / (float)n;
    }
    double before = total_energy(n, settings, bodies, energies);
    accelerate(n, settings, bodies, accelerations);
    for (size_t i = 0; i < steps; i++) {
        advance(n, settings, 1, accelerations, bodies);
        accelerate(n, settings, bodies, accelerations);
        advance(n, settings, 0, accelerations, bodies);
    }
    double after = total_energy(n, settings, bodies, energies);
    printf("nbody: energy %g, then %g\n", before, after);
    free(bodies);
    free(accelerations);
    free(energies);
    return 0;
}
