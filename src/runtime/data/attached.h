// attached.h - pointers in mapped structs whose device copies point to device memory, because a
// launch has set them.
//
// libomptarget remembers the host's value of each such pointer. It restores it on the host when it
// copies the structs back, and also at the end of each launch that may write them, even if nothing
// is copied. But it updates the remembered value only if the device address changes. If a new array
// is given the device memory that the old array had, the address is the same, and libomptarget
// would later restore the pointer to the old array. So for structs that stay on the device, copying
// back is not left to libomptarget: launches do not ask for it, and the end of the mapping, or an
// update of the host, copies everything but the pointers. An array of no elements that a launch
// takes is in no range, but libomptarget finds the structs at its address: launches ask for nothing
// of it either (launch/launch.c).
//
// The caller holds the tables' mutex. The range is mapped on the device.
#ifndef OC_RUNTIME_ATTACHED_H
#define OC_RUNTIME_ATTACHED_H

#include "runtime/data/ranges.h"
#include "runtime/say/stop.h"

// Records that a launch sets the device copy of the pointer, which is in the range.
void __offloadcc_attach(struct range *range, void *pointer);

static inline bool has_attached(const struct range *range) {
    return range->on_device && range->attached_count;
}

// Copies a part of the range from the device, except these pointers. Ends the program if the copy
// fails.
void __offloadcc_copy_back(const struct subject *subject, const char *text,
                           const struct range *range, uintptr_t start, size_t bytes);

#endif
