#include "../matmul.h"

enum { TILE = 16 };
#include "kernel.h"

static void run(void) {
    offload(multiply, .threads = {n, n}, .block_size = {TILE, TILE})(
        n, (const float (*)[n])a, (const float (*)[n])b, (float (*)[n])product);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
