// nbody.c - a cluster of stars under its own gravity: structs by value, several kernels, and an
// energy that must not change.
#include <offload.h>

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
    float softening; // squared; keeps close encounters finite
};

static float distance_squared(struct settings settings, struct vector to, struct vector from,
                              struct vector *difference) {
    *difference = (struct vector){to.x - from.x, to.y - from.y, to.z - from.z};
    return difference->x * difference->x + difference->y * difference->y +
           difference->z * difference->z + settings.softening;
}

// What pulls at each body.
offload_kernel void accelerate(size_t n, struct settings settings, const struct body bodies[n],
                               offload_out struct vector accelerations[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    struct vector sum = {0, 0, 0};
    for (size_t j = 0; j < n; j++) {
        struct vector difference;
        float inverse = 1 / sqrtf(distance_squared(settings, bodies[j].position, bodies[i].position,
                                                   &difference));
        float pull = bodies[j].mass * inverse * inverse * inverse;
        sum.x += pull * difference.x;
        sum.y += pull * difference.y;
        sum.z += pull * difference.z;
    }
    accelerations[i] = sum;
}

static void move(struct vector *vector, struct vector by, float time) {
    vector->x += by.x * time;
    vector->y += by.y * time;
    vector->z += by.z * time;
}

// Half a step of velocity, and a whole one of position if `drift`.
offload_kernel void advance(size_t n, struct settings settings, _Bool drift,
                            const struct vector accelerations[n], struct body bodies[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    move(&bodies[i].velocity, accelerations[i], settings.time_step / 2);
    if (drift)
        move(&bodies[i].position, bodies[i].velocity, settings.time_step);
}

// The energy of each body: its motion, and its share of all pairs.
offload_kernel void measure(size_t n, struct settings settings, const struct body bodies[n],
                            offload_out double energies[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    struct vector v = bodies[i].velocity, difference;
    double potential = 0;
    for (size_t j = 0; j < n; j++)
        if (j != i)
            potential -= bodies[j].mass / sqrt(distance_squared(settings, bodies[j].position,
                                                                bodies[i].position, &difference));
    energies[i] = 0.5 * bodies[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z + potential);
}

static double total_energy(size_t n, struct settings settings, const struct body *bodies,
                           double *energies) {
    offload(measure, .threads = {n})(n, settings, bodies, energies);
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += energies[i];
    return total;
}

// Leapfrog: half a kick, a drift, half a kick.
static void simulate(size_t n, struct settings settings, size_t steps, struct body *bodies,
                     struct vector *accelerations) {
    offload(accelerate, .threads = {n})(n, settings, bodies, accelerations);
    for (size_t i = 0; i < steps; i++) {
        offload(advance, .threads = {n})(n, settings, 1, accelerations, bodies);
        offload(accelerate, .threads = {n})(n, settings, bodies, accelerations);
        offload(advance, .threads = {n})(n, settings, 0, accelerations, bodies);
    }
}

// From -1 to 1, the same on every machine.
static float random_number(unsigned int *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1;
}

static struct vector random_vector(unsigned int *state) {
    struct vector v;
    do
        v = (struct vector){random_number(state), random_number(state), random_number(state)};
    while (v.x * v.x + v.y * v.y + v.z * v.z > 1);
    return v;
}

// A ball of stars that turns about the z axis.
static void make_cluster(size_t n, struct body *bodies) {
    unsigned int state = 42;
    for (size_t i = 0; i < n; i++) {
        struct vector p = random_vector(&state), v = random_vector(&state);
        bodies[i].position = p;
        bodies[i].velocity =
            (struct vector){0.3f * v.x - 0.5f * p.y, 0.3f * v.y + 0.5f * p.x, 0.3f * v.z};
        bodies[i].mass = 1.0f / (float)n;
    }
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? number(argv[1], 1 << 24) : 1024;
    size_t steps = argc > 2 ? number(argv[2], 1000000) : 100;
    if (argc > 3 || !n || !steps) {
        fprintf(stderr, "usage: %s [bodies [steps]]\n", argv[0]);
        return 2;
    }
    struct settings settings = {.time_step = 0.005f, .softening = 0.01f};
    struct body *bodies = malloc(n * sizeof *bodies);
    struct vector *accelerations = malloc(n * sizeof *accelerations);
    double *energies = malloc(n * sizeof *energies);
    if (!bodies || !accelerations || !energies) {
        fprintf(stderr, "%s: no memory for %zu bodies\n", argv[0], n);
        return 1;
    }
    make_cluster(n, bodies);
    double before = total_energy(n, settings, bodies, energies);
    simulate(n, settings, steps, bodies, accelerations);
    double after = total_energy(n, settings, bodies, energies);
    free(bodies);
    free(accelerations);
    free(energies);

    double drift = fabs(after - before) / fmax(fabs(before), 1e-3);
    int conserved = drift < 1e-3; // and not NaN
    printf("nbody: %zu bodies, %zu steps: energy %.6f, then %.6f: %s\n", n, steps, before, after,
           conserved ? "conserved" : "NOT CONSERVED");
    return conserved ? 0 : 1;
}
