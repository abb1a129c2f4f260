// unwritten.h - elements of outputs that a kernel has not written.
//
// A kernel is to write every element of an array that is only copied from the device (offload_out):
// the others come back with what the device had there. With OFFLOADCC_CHECK=1 in the environment,
// such arrays are filled before the launch (poison.h), copied to the device too, and looked at
// afterwards. What is left of the filling is reported, once for each parameter of a kernel. Arrays
// that are mapped already, or share memory with others of the launch, are not looked at.
#ifndef OC_RUNTIME_UNWRITTEN_H
#define OC_RUNTIME_UNWRITTEN_H

#include "runtime/data/entries.h"

// The outputs of a launch that are looked at.
struct __offloadcc_outputs {
    uint32_t count;
    struct map_entry *items; // NULL: there are none
};

// Before the launch, on a device or, if not `on_device`, on the CPU. Fills the arrays, and changes
// their entries.
struct __offloadcc_outputs __offloadcc_fill_outputs(struct __offloadcc_entries *entries, int device,
                                                    bool on_device);

// After it.
void __offloadcc_look_at_outputs(const struct __offloadcc_kernel *kernel,
                                 struct __offloadcc_outputs *outputs);

#endif
