// narrow.h - mappings, reduced to the copies that the kernels' code needs.
//
// It joins the usage (usage.h) of all targets: what holds for all of them holds for a launch on any
// device. Findings that hold for every launch replace the map types that the glue wrote. Whether an
// array is completely written depends on the launch, so the runtime decides that
// (glue/preamble.h, __offloadcc_whole).
#ifndef OC_NARROW_H
#define OC_NARROW_H

#include "model/usage.h"

// Reduces `usage` to the findings that also hold in `other`.
void oc_narrow_join(struct oc_arena *arena, const struct oc_unit *unit, struct oc_usage *usage,
                    const struct oc_usage *other);

// How an array is mapped, and why.
struct oc_mapping {
    // Sets of oc_direction:
    unsigned rule;      // by the parameter's type and marks
    unsigned always;    // in every launch
    unsigned whole;     // in launches that fulfil all needs (usage.h)
    bool unused;        // the array is not mapped at all; the sets are then OC_MAP_ALLOC
    const char *reason; // why `always` or `whole` is less than `rule`; NULL: it is not, or unused
};

// The mapping of an argument (kernelargs.h). If `usage` is NULL, nothing is known, and the rule
// holds.
struct oc_mapping oc_narrow_mapping(const struct oc_kernel *kernel, size_t argument,
                                    const struct oc_kernel_usage *usage);

// Whether the array with this described number (kernelargs.h) is not mapped.
bool oc_narrow_is_unused(const struct oc_kernel_usage *usage, size_t described);

#endif
