// What pulls at each star of a cluster: all the others. Arithmetic, and one address for all lanes.
#include "harness.h"

enum { BLOCK = 256 };

struct vector {
    float x, y, z;
};

struct body {
    struct vector position, velocity;
    float mass;
};

static size_t n;
static const float softening = 1e-3f;
static struct body *bodies;
static struct vector *accelerations;

static void prepare(int shift) {
    n = ((size_t)1 << 15) >> shift;
    ALLOCATE(bodies, struct body, n);
    ALLOCATE(accelerations, struct vector, n);
    for (size_t i = 0; i < n; i++) {
        bodies[i].position.x = scatter_float(3 * i);
        bodies[i].position.y = scatter_float(3 * i + 1);
        bodies[i].position.z = scatter_float(3 * i + 2);
        bodies[i].velocity.x = bodies[i].velocity.y = bodies[i].velocity.z = 0;
        bodies[i].mass = 1 / (float)n;
    }
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, n,
                 fabsf(accelerations[i].x) + fabsf(accelerations[i].y) + fabsf(accelerations[i].z));
    return sum;
}

ON_DEVICE static struct vector pull_of_all(size_t count, float soft, const struct body *all,
                                           size_t i) {
    struct vector sum = {0, 0, 0}, here = all[i].position;
    for (size_t j = 0; j < count; j++) {
        float x = all[j].position.x - here.x, y = all[j].position.y - here.y,
              z = all[j].position.z - here.z;
        float inverse = 1 / sqrtf(x * x + y * y + z * z + soft);
        float pull = all[j].mass * inverse * inverse * inverse;
        sum.x += pull * x;
        sum.y += pull * y;
        sum.z += pull * z;
    }
    return sum;
}
