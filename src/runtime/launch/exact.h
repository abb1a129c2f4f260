// exact.h - launches on the CPU in programs that AddressSanitizer watches.
//
// An array may be larger than the bound of the parameter that it is passed for. What a kernel does
// beyond the bound is wrong on a device, where the rest is not mapped, and AddressSanitizer would
// not see it. So the kernel gets a copy that ends at the bound, and what it changed in the copy
// goes back. OFFLOADCC_CHECK=0 in the environment keeps launches on the arrays themselves.
//
// Parameters that share memory share a copy. Arrays stay in place where a device would have more of
// them than the bound says: in a data region, and where structs in arrays point to them; and where
// AddressSanitizer does not let all of an array be read, which it is better said by the kernel's
// own access.
#ifndef OC_RUNTIME_EXACT_H
#define OC_RUNTIME_EXACT_H

#include "runtime/data/entries.h"

// Whether launches on the CPU run on copies.
bool __offloadcc_bounds_are_watched(void);

// Runs a kernel on the CPU on copies. False: nothing ran, because nothing is to be copied. Launches
// with copies take turns, so that none loses what another wrote.
bool __offloadcc_run_watched(const struct __offloadcc_entries *entries, int device,
                             const struct __offloadcc_grid *grid, void *const *slots);

#endif
