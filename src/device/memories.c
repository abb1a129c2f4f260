#include "device/memories.h"

struct oc_memories oc_memories_lower(struct oc_ir *ir, const struct oc_lowering *lowering) {
    struct oc_memories memories = {0};
    if (lowering->shared)
        memories.shared = oc_shared_lower(ir, lowering->shared);
    if (lowering->constant)
        memories.constant = oc_constants_lower(ir, lowering->constant);
    return memories;
}

bool oc_memories_check(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_lowering *lowering, const char *arch,
                       const struct oc_memories *memories) {
    return (!memories->shared ||
            oc_shared_check(ir, unit, lowering->shared, arch, memories->shared)) &&
           (!memories->constant ||
            oc_constants_check(ir, unit, lowering->constant, arch, memories->constant));
}
