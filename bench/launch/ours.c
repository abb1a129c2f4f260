#include "problem.h"

#include <offload.h>

offload_kernel void increase(float to[COUNT]) {
    to[offload_thread_id(0)] += 1;
}

static void run(void) {
    offload(increase, .blocks = {1}, .block_size = {COUNT})(y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
