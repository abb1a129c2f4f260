// maps.h - the part of the host's glue that says what a launch maps: the arguments, and what they
// reach.
//
// What pointers in arrays of structs lead to is found at each launch by a function that goes
// through the arrays: __offloadcc_k_walk_<kernel> (glue/preamble.h, __offloadcc_walk_fn). It is as
// deep as the types are.
#ifndef OC_MAPS_H
#define OC_MAPS_H

#include "base/text.h"
#include "model/unit.h"

// The kernel's description, __offloadcc_k_self_<kernel>, with all that it refers to. A #line before
// it names the kernel's file, so that -ffile-prefix-map holds.
void oc_maps_add_description(struct oc_text *text, const struct oc_kernel *kernel);

// What that has in __offloadcc_k_types_<kernel>, but for the last number: map types of the
// arguments, and the directions of what is reached.
struct oc_map_types {
    long *items;
    size_t count;
};
struct oc_map_types oc_maps_types(struct oc_arena *arena, const struct oc_kernel *kernel);

// Declares __offloadcc_self, __offloadcc_slots and __offloadcc_sizes, and fills them from the
// parameters __offloadcc_p<i>: statements of the launching function.
void oc_maps_add_arguments(struct oc_text *text, const struct oc_kernel *kernel);

#endif
