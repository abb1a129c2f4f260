// maps.h - the part of the host's glue that says what a launch maps: the arguments, and the arrays
// that pointers in them point to.
//
// The arrays that pointers in arrays of structs point to are found at each launch. A generated
// function goes through the arrays: __offloadcc_k_walk_<kernel> (glue/preamble.h,
// __offloadcc_walk_fn). Its loops nest as deep as the types do.
#ifndef OC_MAPS_H
#define OC_MAPS_H

#include "base/text.h"
#include "model/unit.h"

// Adds the kernel's description, __offloadcc_k_self_<kernel>, and everything that it refers to. A
// #line before it names the kernel's file, so that -ffile-prefix-map applies.
void oc_maps_add_description(struct oc_text *text, const struct oc_unit *unit,
                             const struct oc_kernel *kernel);

// The numbers in __offloadcc_k_types_<kernel>, except the last: the map types of the arguments, and
// the directions of the arrays that pointers in arrays of structs point to.
struct oc_map_types {
    long *items;
    size_t count;
};
struct oc_map_types oc_maps_types(struct oc_arena *arena, const struct oc_kernel *kernel);

// Adds the statements of the launching function that declare __offloadcc_self,
// __offloadcc_slots and __offloadcc_sizes, and fill them from the parameters __offloadcc_p<i>.
void oc_maps_add_arguments(struct oc_text *text, const struct oc_kernel *kernel);

#endif
