// What pulls at each star of a cluster: all the others.
#include "../bench.h"
#include "bodies.h"

static const int n = 4096;
static const float softening = 1e-3f;
static struct body *bodies;
static struct vector *accelerations;

static void prepare(size_t size) {
    (void)size;
    bodies = allocate((size_t)n * sizeof *bodies);
    accelerations = allocate((size_t)n * sizeof *accelerations);
    for (size_t i = 0; i < (size_t)n; i++)
        bodies[i] = (struct body){
            .position = {scatter_float(3 * i), scatter_float(3 * i + 1), scatter_float(3 * i + 2)},
            .mass = 1 / (float)n};
}

static double checksum(void) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs((double)accelerations[i].x) + fabs((double)accelerations[i].y) +
               fabs((double)accelerations[i].z) * (1 + i % 7);
    return sum;
}

static const double expected = 22037.496423216959, tolerance = 1e-4;
