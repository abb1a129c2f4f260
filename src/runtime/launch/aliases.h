// aliases.h - memory that several of a launch's map entries share.
//
// libomptarget counts references and copies where the first comes and the last goes, so it loses
// data when entries of the same memory ask for different directions, and stops when a longer range
// comes after a shorter one. Both end well if an entry for the whole of the memory, in all
// directions, comes first: it is the first to be mapped and the last to be released. Arrays that
// overlap with none holding the other end the program with a message, also where the CPU runs the
// kernel, unless one mapping of a data region, or of others on the device, holds all of them.
#ifndef OC_RUNTIME_ALIASES_H
#define OC_RUNTIME_ALIASES_H

#include "runtime/data/entries.h"

// Writes to `joined`, which has room for half as many, the entries that are to come before these.
// Returns their number.
uint32_t __offloadcc_join_aliases(const struct __offloadcc_entries *entries, int device,
                                  bool on_device, struct map_entry *joined);

#endif
