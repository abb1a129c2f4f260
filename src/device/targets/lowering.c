#include "device/targets/lowering.h"

static const struct oc_lowering *const lowerings[] = {
    &oc_lowering_nvptx64,
    &oc_lowering_amdgcn,
    &oc_lowering_x86_64,
};

const struct oc_lowering *oc_lowering_of(const struct oc_target *target) {
    size_t i = 0;
    while (lowerings[i]->target != target)
        i++;
    return lowerings[i];
}
