#include "problem.h"

#include <offload_algorithms.h>

static void run(void) {
    offload_transpose(rows, columns, given, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
