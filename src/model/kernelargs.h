// kernelargs.h - the arguments that a kernel's entry takes, and how the arrays that they point to
// are numbered.
//
// A kernel's arguments are its parameters, followed by the arrays that pointers in structs passed
// by value point to. The kernel's entry gets such a struct as a private copy, and the arrays'
// device addresses as separate arguments, which it stores into the copy. So only the arrays' data
// has to be copied.
#ifndef OC_KERNELARGS_H
#define OC_KERNELARGS_H

#include "model/unit.h"

// How many extra arguments a parameter adds: the pointers in it, if it is a struct passed by value.
size_t oc_param_pointee_count(const struct oc_param *param);

size_t oc_kernel_argument_count(const struct oc_kernel *kernel);

// The number of the first extra argument of a parameter that is a struct passed by value.
size_t oc_kernel_first_pointee(const struct oc_kernel *kernel, size_t param);

// The pointer member that an argument comes from; NULL if the argument is a parameter.
const struct oc_member *oc_kernel_pointee(const struct oc_kernel *kernel, size_t argument);

// Whether an argument is a value's bits.
bool oc_kernel_argument_is_value(const struct oc_kernel *kernel, size_t argument);

// The number of described arrays: the arguments, followed by the arrays that pointers in arrays of
// structs point to, depth first. Their numbers in this order are their numbers in the kernel's
// description (glue/maps.h).
size_t oc_kernel_described_count(const struct oc_kernel *kernel);

// An argument that is an array of structs with pointers.
struct oc_root {
    size_t argument;
    size_t described;               // the described number of its structs' first member
    const struct oc_param *param;   // the parameter that it comes from
    const struct oc_member *member; // the pointer in that struct, or NULL: the parameter itself
    uint64_t size;                  // of one struct, in bytes
    const struct oc_member *members;
    size_t count; // of members
};
struct oc_roots {
    struct oc_root *items;
    size_t count;
};
struct oc_roots oc_kernel_roots(struct oc_arena *arena, const struct oc_kernel *kernel);

// The number of members, including the members of the structs that they point to.
size_t oc_kernel_count_members(const struct oc_member *members, size_t count);

#endif
