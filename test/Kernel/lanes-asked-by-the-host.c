// The host asks for the number of lanes in a group, and gets what kernels see.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %offloadcc -std=gnu89 -Wall -Wextra -Werror -O1 --offload-arch=none -foffload-lanes=8 -DLANES=8 %s -o %t && %t
#include <offload_query.h>

#include "Inputs/check.h"

offload_kernel void lanes(unsigned out[1]) {
    out[0] = offload_lane_count();
}

int main(void) {
    unsigned in_kernel;
    offload(lanes, .threads = {1})(&in_kernel);
    EQUAL(offload_query_lanes(-1), in_kernel);
    EQUAL(offload_query_lanes(0), in_kernel);
#ifdef LANES
    EQUAL(in_kernel, LANES);
#endif
    return finish();
}
