// data.h - data regions: what is mapped for longer than a launch.
#ifndef OC_RUNTIME_DATA_H
#define OC_RUNTIME_DATA_H

#include "runtime/data/entries.h"
#include "runtime/say/stop.h"
#include <stddef.h>
#include <stdint.h>

// The bytes of so many elements. Ends the program where the count is negative, where memory does
// not hold so many, or where the address is null but there are some. `text` is the address as
// written.
size_t __offloadcc_checked_bytes(const struct subject *subject, const char *text,
                                 const volatile void *address, size_t count, size_t size);

// Copies a part of what a region has mapped, to the device (MAP_TO) or from it. Returns false where
// nothing is mapped, and ends the program where only a part is.
bool __offloadcc_update_mapped(const struct subject *subject, const char *text, void *address,
                               size_t bytes, int device, int64_t direction);

// Ends the program where a launch on this device (`on_device`), or on the CPU in its place, cannot
// take its arguments: an array of which only a part is mapped, memory that offload_malloc returned
// for another place, or an address of the host's for one of the device's. On the device, structs
// with pointers that are there already are in use until __offloadcc_end_uses, and are not copied
// back by the launch (attached.h).
void __offloadcc_check_residents(struct __offloadcc_entries *entries, int device, bool on_device);
void __offloadcc_end_uses(const struct __offloadcc_entries *entries, int device);

// Whether one mapping holds all of a stretch: a data region's or, on the device, any other.
bool __offloadcc_is_mapped_whole(uintptr_t start, size_t bytes, int device, bool on_device);

#endif
