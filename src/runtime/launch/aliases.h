// aliases.h - several map entries of a launch for the same memory.
//
// libomptarget counts references, and copies only with the first and the last reference. So it
// loses data if two entries for the same memory have different directions, and it stops the program
// if a longer range follows a shorter one. Both problems are avoided by an extra entry that covers
// all of the memory, with the directions of all its entries, and comes first: it is mapped first
// and released last. Arrays that overlap in part end the program with a message, also if the CPU
// runs the kernel, unless one mapping (of a data region or, on the device, any other) contains all
// of them.
#ifndef OC_RUNTIME_ALIASES_H
#define OC_RUNTIME_ALIASES_H

#include "runtime/data/entries.h"

// Writes the extra entries, which have to come before the others, to `joined`, which has room for
// half as many as there are entries. Returns their number.
uint32_t __offloadcc_join_aliases(const struct __offloadcc_entries *entries, int device,
                                  bool on_device, struct map_entry *joined);

#endif
