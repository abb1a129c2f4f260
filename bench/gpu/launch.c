// By offloadcc.
#include "launch.h"

#include <offload.h>

offload_kernel void nothing(void) {
}

offload_kernel void add(const float a[COUNT], const float b[COUNT], float to[COUNT]) {
    int i = (int)offload_thread_id(0);
    to[i] = a[i] + b[i];
}

static void launch_nothing(void) {
    offload(nothing, .blocks = {1}, .block_size = {COUNT})();
}

static void launch_add(void) {
    offload(add, .blocks = {1}, .block_size = {COUNT})(x, y, z);
}

int main(int argc, char **argv) {
    int repetitions = repetitions_of(argc, argv);
    fill();
    offload_enter_data(offload_to(x, COUNT), offload_to(y, COUNT), offload_to(z, COUNT));
    time_launches("empty", launch_nothing, repetitions);
    time_launches("resident", launch_add, repetitions);
    offload_update_from(z, COUNT);
    return check(argv[0]);
}
