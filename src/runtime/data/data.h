// data.h - data regions: data that is mapped for longer than a launch.
#ifndef OC_RUNTIME_DATA_H
#define OC_RUNTIME_DATA_H

#include "runtime/data/entries.h"
#include "runtime/say/stop.h"
#include <stddef.h>
#include <stdint.h>

// Returns the size in bytes of `count` elements of `size` bytes. Ends the program with a message if
// the count is negative, if the elements do not fit in memory, or if the address is null and the
// size is not 0. `text` is the address as written in the source.
size_t __offloadcc_checked_bytes(const struct subject *subject, const char *text,
                                 const volatile void *address, size_t count, size_t size);

// Copies a part of a mapped array to the device (MAP_TO) or from it. Returns false if none of it is
// mapped, and ends the program if only a part of it is.
bool __offloadcc_update_mapped(const struct subject *subject, const char *text, void *address,
                               size_t bytes, int device, int64_t direction);

// Passes arrays that are memory of offload_malloc as device addresses. Ends the program if the
// memory ends before the array.
void __offloadcc_pass_device_memory(struct __offloadcc_entries *entries);

// Checks the arguments of a launch that runs on this device (`on_device`) or on the CPU instead of
// it. Ends the program if an array is only partly mapped, if memory of offload_malloc belongs to
// another device, or if a host address is passed where a device address is needed. On the device,
// structs with pointers that are already mapped count as used until __offloadcc_end_uses is called,
// and are not copied back by the launch (attached.h).
void __offloadcc_check_residents(struct __offloadcc_entries *entries, int device, bool on_device);
void __offloadcc_end_uses(const struct __offloadcc_entries *entries, int device);

// Whether one mapping contains the whole range: a data region's mapping or, on the device, any
// other.
bool __offloadcc_is_mapped_whole(uintptr_t start, size_t bytes, int device, bool on_device);

#endif
