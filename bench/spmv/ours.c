#include "problem.h"

#include "kernel.h"

static void run(void) {
    offload(multiply, .threads = {rows})(rows, count, starts, columns, values, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
