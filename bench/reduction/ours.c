#include "problem.h"

#include "kernel.h"

enum { BLOCKS = 512, BLOCK_SIZE = 256 };

static void run(void) {
    sum = 0, least = INFINITY, greatest = -INFINITY;
    offload(reduce, .blocks = {BLOCKS}, .block_size = {BLOCK_SIZE})(n, values, &sum, &least,
                                                                    &greatest);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
