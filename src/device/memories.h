// memories.h - variables in a GPU's own kinds of memory: shared and constant memory.
#ifndef OC_MEMORIES_H
#define OC_MEMORIES_H

#include "device/targets/lowering.h"
#include "model/unit.h"

// The variables that were moved, for messages; NULL if the target has no such memory.
struct oc_memories {
    const struct oc_shared_variables *shared;
    const struct oc_constant_variables *constant;
};

// Moves the variables to their memory. Call it before the annotations are dropped.
struct oc_memories oc_memories_lower(struct oc_ir *ir, const struct oc_lowering *lowering);

// After optimisation: reports variables that do not fit. Returns false after a report.
bool oc_memories_check(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_lowering *lowering, const char *arch,
                       const struct oc_memories *memories);

#endif
