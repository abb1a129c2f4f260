#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    offload_histogram(n, bytes, BINS, bins);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
