#include "problem.h"

#include <offload.h>

offload_kernel void accelerate(int count, float soft, const struct body all[count],
                               offload_out struct vector results[count]) {
    int i = (int)offload_global_id(0);
    if (i < count)
        results[i] = pull_of_all(count, soft, all, i);
}

static void run(void) {
    offload(accelerate, .threads = {(size_t)n})(n, softening, bodies, accelerations);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
