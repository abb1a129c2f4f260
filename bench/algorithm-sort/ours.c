#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    give();
    offload_sort(n, keys);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
