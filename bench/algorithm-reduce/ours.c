#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    sum = offload_reduce_add(n, values);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
