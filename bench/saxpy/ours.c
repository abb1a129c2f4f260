#include "problem.h"

#include <offload.h>

offload_kernel void saxpy(size_t count, float factor, const float from[count], float to[count]) {
    size_t i = offload_global_id(0);
    if (i < count)
        to[i] += factor * from[i];
}

static void run(void) {
    offload(saxpy, .threads = {n})(n, a, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
