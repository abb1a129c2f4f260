// A mask may be any expression: nothing is said of its operators.
// RUN: %offloadcc -Wall -Wextra -pedantic -Werror --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -Wall -Wextra -pedantic -Werror --offload-arch=sm_90,gfx90a -c -o %t.o %s
#include <offload.h>

offload_kernel void k(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    offload_lanes_sync(0xffffffffull << (offload_lane_id() & 32));
    offload_lanes_sync(i < 0 ? 1ul : offload_all_lanes);
    offload_lanes_sync();
    x[i] = i;
}
