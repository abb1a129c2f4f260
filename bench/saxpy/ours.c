#include "problem.h"

#include "kernel.h"

static void run(void) {
    offload(saxpy, .threads = {n})(n, a, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
