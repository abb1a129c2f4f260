#include "targets/target.h"

const struct oc_target *const oc_targets[] = {
    &oc_target_nvptx64,
    &oc_target_amdgcn,
    &oc_target_x86_64,
    NULL,
};

const struct oc_target *oc_target_of_arch(const char *arch) {
    for (size_t i = 0; oc_targets[i]; i++)
        if (oc_targets[i]->accepts(arch))
            return oc_targets[i];
    return NULL;
}
