#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    offload_fill(n, values, 1.5f);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
