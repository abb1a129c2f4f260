// attached.h - the pointers in mapped structs that launches have made lead to the device's memory.
//
// libomptarget remembers the host's value of each. It writes it where the host's pointer is when it
// copies the structs back, and also at the end of each launch that may write them, whether or not
// it copies. It remembers another value only if the address on the device is another, too: what a
// new pointer leads to may have been given the memory of what the old one did, and then the old one
// would come back. So where structs stay on the device, copying back is not left to libomptarget:
// launches there ask for none, and what ends the mapping, after them, or updates the host copies
// all but the pointers.
//
// The caller holds the tables' mutex. The range is mapped on the device.
#ifndef OC_RUNTIME_ATTACHED_H
#define OC_RUNTIME_ATTACHED_H

#include "runtime/data/ranges.h"
#include "runtime/say/stop.h"

// A launch makes the pointer, in the range, lead to the device's memory.
void __offloadcc_attach(struct range *range, void *pointer);

static inline bool has_attached(const struct range *range) {
    return range->on_device && range->attached_count;
}

// Copies a part of the range from the device, all but these pointers. Ends the program where the
// device does not let it.
void __offloadcc_copy_back(const struct subject *subject, const char *text,
                           const struct range *range, uintptr_t start, size_t bytes);

#endif
