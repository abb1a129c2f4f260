#include "device/targets/lowering.h"

const struct oc_lowering *oc_lowering_of(const struct oc_target *target) {
    size_t i = 0;
    while (oc_lowerings[i]->target != target)
        i++;
    return oc_lowerings[i];
}
