// residents.h - arrays of launches that stay on the device after the launch.
//
// A resident is a stretch of the host's memory that has a copy on a device. Either copy may be
// newer in places. So a resident has two sets of bytes: those that are old on the host, since a
// kernel wrote them, and those that are old on the device. Bytes in neither set are the same in
// both.
//
// Host code sees memory as if each launch had copied everything back. The compiler puts a call of
// before.h before code that may look at memory of a resident (src/host/resident).
//
// The copies are not mapped: libomptarget does not know them, and they mean nothing to other code
// that uses devices. Launches pass their addresses as values. What a data region or other code has
// mapped is never a resident.
//
// Each copy of the runtime has residents of its own: those of launches in its program or library.
// All functions may be called by any thread.
#ifndef OC_RUNTIME_RESIDENTS_H
#define OC_RUNTIME_RESIDENTS_H

#include "runtime/data/entries.h"

#include <stdbool.h>
#include <stddef.h>

// What generated code reads before each access that may need one of before.h's functions.
struct __offloadcc_out {
    unsigned int old;  // the number of residents with bytes that are old on the host
    unsigned int kept; // the number of residents with bytes that are not old on the device
    unsigned int open; // of those, the number that unseen code may look at (before.h)
};
extern struct __offloadcc_out __offloadcc_out __asm__("__offloadcc_out_v1");

// Allocations of fewer bytes are not asked about before they are made
// (__offloadcc_residents_give_way).
enum { OC_LARGE = 16 << 20 };

// Whether launches may leave their arrays on devices: OFFLOADCC_RESIDENT is not "off".
bool __offloadcc_residents_are_on(void);

// Whether there are any.
bool __offloadcc_residents_are_there(void);

// Before a launch on the device: the address of each array there replaces the array in `entries`,
// and bytes that the kernel may read and that are old there are copied. Returns false, and changes
// no entry, if the launch has to map its arrays: some are mapped already or hold pointers, or the
// device has no memory. All that its arrays have on devices has come back to the host then.
//
// `originals` receives what the entries were, for the two functions below; it has room for as many
// as there are entries.
bool __offloadcc_residents_enter(struct __offloadcc_entries *entries, int device,
                                 struct map_entry *originals);

// After the launch: what the kernel may have written is old on the host. Unless `stays`, it comes
// back at once.
void __offloadcc_residents_leave(const struct __offloadcc_entries *entries, int device,
                                 const struct map_entry *originals, bool stays);

// After a launch that has mapped its arrays, or ran on the CPU: what it may have written is old on
// the devices.
void __offloadcc_residents_note_writes(const struct __offloadcc_entries *entries);

// Before a launch on the CPU that the compiler may have told facts of.
void __offloadcc_residents_note_elsewhere(void);

// Before `bytes` bytes of a device are allocated for something else: if it does not have them, all
// residents end that no launch uses now. Returns whether they did.
bool __offloadcc_residents_give_way(int device, size_t bytes);

// After a launch: what the compiler told of its arrays (before.h) is not true of the next one's.
void __offloadcc_forget_facts(void);

// Before a launch that maps its arrays, or runs on the CPU, and before a data region or an update:
// all of this memory comes back. With `forget`, its residents end.
void __offloadcc_residents_return(const void *start, size_t bytes, bool forget);

#endif
