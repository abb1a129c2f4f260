// narrow.h - mappings, narrowed to what the kernels' code needs.
//
// What usage.h found for each target is put together: what holds for all of them holds for a
// launch, whichever device it gets. Parts of it hold for every launch, and replace the map types
// that the glue wrote; that an array is written whole depends on the launch, so the runtime looks
// at it (glue/preamble.h, __offloadcc_whole).
#ifndef OC_NARROW_H
#define OC_NARROW_H

#include "model/usage.h"

// What is true of both, into `usage`.
void oc_narrow_join(struct oc_arena *arena, const struct oc_unit *unit, struct oc_usage *usage,
                    const struct oc_usage *other);

// How an array is mapped, and why.
struct oc_mapping {
    unsigned rule;      // by the parameter's type and marks: a set of oc_direction
    unsigned always;    // for every launch
    unsigned whole;     // for launches that fulfil all needs (usage.h, conditions.h)
    bool unused;        // it is not mapped at all; the others are then OC_MAP_ALLOC
    const char *reason; // why `always` or `whole` is less than the rule, if it is used; else NULL
};

// Of a parameter, or of what a pointer in a struct by value leads to (maps.h). `usage` NULL:
// nothing is known, the rule is all.
struct oc_mapping oc_narrow_mapping(const struct oc_kernel *kernel, size_t argument,
                                    const struct oc_kernel_usage *usage);

// Whether what has a number in maps.h is not mapped.
bool oc_narrow_is_unused(const struct oc_kernel_usage *usage, size_t described);

#endif
