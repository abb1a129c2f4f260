// exact.h - launches on the CPU in programs that are built with AddressSanitizer.
//
// An array may be larger than the bound of the parameter that it is passed for. An access beyond
// the bound is an error on a device, where the rest is not mapped, but AddressSanitizer would not
// see it. So the kernel gets a copy that ends at the bound, and its changes are copied back. With
// OFFLOADCC_CHECK=0 in the environment, kernels use the arrays themselves.
//
// Parameters that share memory share a copy. Arrays are not copied if a device would have more of
// them than the bound says: in a data region, and if structs in arrays point to them. Nor are they
// copied if AddressSanitizer forbids reading some of the array; the kernel's own access then gives
// the better report.
#ifndef OC_RUNTIME_EXACT_H
#define OC_RUNTIME_EXACT_H

#include "runtime/data/entries.h"

// Whether launches on the CPU run on copies.
bool __offloadcc_bounds_are_watched(void);

// Runs a kernel on the CPU with copies. Returns false, and does not run it, if no array is to be
// copied. Launches with copies run one at a time, so that none overwrites what another wrote.
bool __offloadcc_run_watched(const struct __offloadcc_entries *entries, int device,
                             const struct __offloadcc_grid *grid, void *const *slots);

#endif
