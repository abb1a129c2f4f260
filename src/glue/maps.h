// maps.h - the part of the host's glue that says what a launch maps: the arguments, and what they
// reach.
//
// A kernel's arguments are its parameters and, behind them, what the pointers in structs that go by
// value point to: so the kernel's entry gets such a struct as a private copy and the addresses on
// the device as arguments of their own, and puts them in. Nothing but the data is copied.
//
// What pointers in arrays of structs lead to is found at each launch by a function that goes
// through the arrays: __offloadcc_k_walk_<kernel> (glue_preamble.h, __offloadcc_walk_fn). It is as
// deep as the types are.
#ifndef OC_MAPS_H
#define OC_MAPS_H

#include "base/text.h"
#include "model/unit.h"

size_t oc_maps_argument_count(const struct oc_kernel *kernel);

// The number of the first argument that belongs to a struct by value.
size_t oc_maps_first_pointee(const struct oc_kernel *kernel, size_t param);

// The pointer that an argument comes from; NULL: it is a parameter.
const struct oc_member *oc_maps_pointee(const struct oc_kernel *kernel, size_t argument);

// Whether an argument is a value's bits.
bool oc_maps_is_value(const struct oc_kernel *kernel, size_t argument);

// The arguments, and behind them what arrays of structs point to, depth first. Each has a number,
// by which the kernel's description knows it.
size_t oc_maps_described_count(const struct oc_kernel *kernel);

// An argument that is an array of structs with pointers.
struct oc_maps_root {
    size_t argument, described; // the number of the first member
    uint64_t size;              // of a struct
    const struct oc_member *members;
    size_t count;
};
struct oc_maps_roots {
    struct oc_maps_root *items;
    size_t count;
};
struct oc_maps_roots oc_maps_roots(struct oc_arena *arena, const struct oc_kernel *kernel);

// The number of members, with those of the structs that they point to.
size_t oc_maps_count_members(const struct oc_member *members, size_t count);

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
