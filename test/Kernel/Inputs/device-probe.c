// Says how many devices there are and what runs kernels: for scripts/gpu-test.
#include <offload.h>
#include <omp.h>
#include <stdio.h>

offload_kernel void look(int what[1], unsigned lanes[1]) {
#if defined(__NVPTX__)
    *what = 1;
#elif defined(__AMDGPU__)
    *what = 2;
#else
    *what = 0;
#endif
    *lanes = offload_lane_count();
}

int main(void) {
    static const char *const names[] = {"the CPU", "an NVIDIA GPU", "an AMD GPU"};
    int what[1] = {-1};
    unsigned lanes[1] = {0};
    offload(look, .threads = {1})(what, lanes);
    if (*what < 0)
        return 1;
    printf("device: %s, %u lanes; %d devices\n", names[*what], *lanes, omp_get_num_devices());
    return 0;
}
