// stops.h - abort, exit and failed assertions in kernels: messages that name the thread.
//
// On GPUs all code is kernels'. Calls of abort and exit become calls of OC_NAME_END with the
// message "the kernel called exit(3)", or of OC_NAME_EXIT where the status is no constant.
//
// On CPUs a function that a kernel calls may be called by host code too, where exit is the C
// library's. So these calls, and those of __assert_fail, become calls of OC_NAME_EXIT and the like
// (src/builtins/cpu.c), which have the place of the call and look at run time whether a kernel
// calls. In code that is a kernel's alone, cpu/assertions.h puts others in their place.
#ifndef OC_STOPS_H
#define OC_STOPS_H

#include "ir/ir.h"

// In all functions of a module for a GPU.
void oc_stops_place_on_gpu(struct oc_ir *ir);

// In all functions of a module for the device x86-64.
void oc_stops_place_on_cpu(struct oc_ir *ir);

// In the host's module: in these functions, what they mention, and functions that these may call
// through pointers.
void oc_stops_place_on_host(struct oc_ir *ir, const struct oc_values *functions);

// Whether this is OC_NAME_EXIT or the like.
bool oc_stops_is_name(const char *name);

#endif
