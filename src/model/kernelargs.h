// kernelargs.h - the arguments that a kernel's entry takes, and the numbers of what they reach.
//
// A kernel's arguments are its parameters and, after them, what the pointers in structs that go by
// value point to: so the kernel's entry gets such a struct as a private copy and the addresses on
// the device as arguments of their own, and puts them in. Nothing but the data is copied.
#ifndef OC_KERNELARGS_H
#define OC_KERNELARGS_H

#include "model/unit.h"

// The number of pointers that are arguments because the struct they are in goes by value.
size_t oc_param_pointee_count(const struct oc_param *param);

size_t oc_kernel_argument_count(const struct oc_kernel *kernel);

// The number of the first argument that belongs to a struct by value.
size_t oc_kernel_first_pointee(const struct oc_kernel *kernel, size_t param);

// The pointer that an argument comes from; NULL: it is a parameter.
const struct oc_member *oc_kernel_pointee(const struct oc_kernel *kernel, size_t argument);

// Whether an argument is a value's bits.
bool oc_kernel_argument_is_value(const struct oc_kernel *kernel, size_t argument);

// The arguments, and behind them what arrays of structs point to, depth first. Each has a number,
// by which the kernel's description knows it.
size_t oc_kernel_described_count(const struct oc_kernel *kernel);

// An argument that is an array of structs with pointers.
struct oc_root {
    size_t argument;
    size_t described;               // the number of its structs' first member
    const struct oc_param *param;   // the argument is this array,
    const struct oc_member *member; // or, if not NULL, what this pointer of a struct leads to
    uint64_t size;                  // of a struct, in bytes
    const struct oc_member *members;
    size_t count;
};
struct oc_roots {
    struct oc_root *items;
    size_t count;
};
struct oc_roots oc_kernel_roots(struct oc_arena *arena, const struct oc_kernel *kernel);

// The number of members, with those of the structs that they point to.
size_t oc_kernel_count_members(const struct oc_member *members, size_t count);

#endif
