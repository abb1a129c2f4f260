#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    offload_inclusive_scan_add(n, values, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
