/* offload_query.h - what the host can ask about a device.
 *
 * A question is a launch of a small kernel, which is compiled only into files that ask it. So the
 * answer is that of the code which the device really runs. */
#ifndef OFFLOAD_QUERY_H
#define OFFLOAD_QUERY_H

#include <offload.h>

#ifdef __cplusplus
extern "C" unsigned int offload_query_lanes(int __device)
    __OFFLOADCC_REFUSED("it launches a kernel, and those are C: call it in a function in a .c "
                        "file, and declare that extern \"C\" in a header that the C++ file "
                        "includes");
#else
offload_if_used static offload_kernel void
__offloadcc_count_lanes(offload_out unsigned int __lanes[1]) {
    __lanes[0] = offload_lane_count();
}

/* Returns the number of lanes in a group (offload_lane_count) of kernels of this file on a device:
 * 32 or 64, or on a CPU what -foffload-lanes says. `device` is a number as in `.device` of a
 * launch; -1 is the device of launches without it. Any other number stops the program. */
static __inline__ __attribute__((unused)) unsigned int
__offloadcc_query_lanes(int __device, const char *__file, unsigned int __line) {
    unsigned int __lanes[1];
    offload(__offloadcc_count_lanes, .blocks = {1}, .block_size = {1}, .device = __device,
            .__file = __file, .__line = __line)(__lanes);
    return __lanes[0];
}
#define offload_query_lanes(device) __offloadcc_query_lanes((device), __FILE__, __LINE__)

#endif /* C */
#endif
