#include "runtime/devices/makers.h"

#include <string.h>

const struct gpu_maker *const __offloadcc_makers[GPU_MAKERS] = {
    &__offloadcc_nvidia,
    &__offloadcc_amd,
};

const struct gpu_maker *__offloadcc_maker_of(const char *arch) {
    for (int m = 0; m < GPU_MAKERS; m++) {
        const char *prefix = __offloadcc_makers[m]->prefix;
        if (strncmp(arch, prefix, strlen(prefix)) == 0)
            return __offloadcc_makers[m];
    }
    return NULL;
}

bool __offloadcc_all_can_run(const struct __offloadcc_grid *grid) {
    char problem[256];
    for (int m = 0; m < GPU_MAKERS; m++)
        if (__offloadcc_makers[m]->exceeds(grid, problem, sizeof problem))
            return false;
    return true;
}
