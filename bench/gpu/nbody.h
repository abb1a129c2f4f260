// What pulls at each star of a cluster: all the others. Arithmetic, and one address for all lanes.
#include "harness.h"

#include "../nbody/bodies.h"

enum { BLOCK = 256 };
static int n;
static const float softening = 1e-3f;
static struct body *bodies;
static struct vector *accelerations;

static void prepare(int shift) {
    n = (1 << 15) >> shift;
    ALLOCATE(bodies, struct body, (size_t)n);
    ALLOCATE(accelerations, struct vector, (size_t)n);
    for (size_t i = 0; i < (size_t)n; i++) {
        bodies[i].position.x = scatter_float(3 * i);
        bodies[i].position.y = scatter_float(3 * i + 1);
        bodies[i].position.z = scatter_float(3 * i + 2);
        bodies[i].velocity.x = bodies[i].velocity.y = bodies[i].velocity.z = 0;
        bodies[i].mass = 1 / (float)n;
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n,
                 fabsf(accelerations[i].x) + fabsf(accelerations[i].y) + fabsf(accelerations[i].z));
    return sum;
}
