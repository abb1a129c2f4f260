#include "problem.h"

#include "kernel.h"

static void run(void) {
    offload(spread, .threads = {width, height})(height, width, rate, (const float (*)[width])before,
                                                (float (*)[width])after);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
