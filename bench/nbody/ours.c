#include "problem.h"

#include "kernel.h"

static void run(void) {
    offload(accelerate, .threads = {(size_t)n})(n, softening, bodies, accelerations);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
