#include "problem.h"

#include <offload_algorithms.h>

OFFLOAD_DEFINE_SELECT(select_positive, float, is_positive);

static void run(void) {
    count = select_positive(n, values, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
