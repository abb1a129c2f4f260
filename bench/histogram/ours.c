#include "problem.h"

#include "kernel.h"

#include <string.h>

static void run(void) {
    memset(bins, 0, sizeof bins);
    offload(count_bytes)(n, bytes, bins);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
