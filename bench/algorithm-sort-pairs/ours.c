#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    give();
    offload_sort_pairs(n, keys, indices);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
