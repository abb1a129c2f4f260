#include "problem.h"

#include <offload.h>

offload_kernel void add(const float a[COUNT], const float b[COUNT], float to[COUNT]) {
    size_t i = offload_thread_id(0);
    to[i] = a[i] + b[i];
}

static void setup(void) {
    offload_enter_data(offload_to(x, COUNT), offload_to(y, COUNT), offload_to(z, COUNT));
}

static void run(void) {
    offload(add, .blocks = {1}, .block_size = {COUNT})(x, y, z);
}

static void finish(void) {
    offload_update_from(z, COUNT);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
