// The inner loop has the work and is a reduction: it is what one vectorises by hand.
#include "problem.h"

static void accelerate(int count, float soft, const struct body *restrict all,
                       struct vector *restrict results) {
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        float sum_x = 0, sum_y = 0, sum_z = 0;
        struct vector here = all[i].position;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z)
        for (int j = 0; j < count; j++) {
            float x = all[j].position.x - here.x, y = all[j].position.y - here.y,
                  z = all[j].position.z - here.z;
            float inverse = 1 / sqrtf(x * x + y * y + z * z + soft);
            float pull = all[j].mass * inverse * inverse * inverse;
            sum_x += pull * x;
            sum_y += pull * y;
            sum_z += pull * z;
        }
        results[i] = (struct vector){sum_x, sum_y, sum_z};
    }
}

static void run(void) {
    accelerate(n, softening, bodies, accelerations);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
