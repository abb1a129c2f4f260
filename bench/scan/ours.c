#include "problem.h"

#include "kernel.h"

static void run(void) {
    static unsigned int room[(1 << 23) / BLOCK * 4];
    scan(n, 0, values, result, room);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
