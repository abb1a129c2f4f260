// places.h - computes at run time where in a row guards hold.
//
// The code is built at the builder's position, before the row's loop. It evaluates a comparison at
// the first x of the row, and computes from that where in the row the guard holds.
#ifndef OC_PLACES_H
#define OC_PLACES_H

#include "cpu/loops/guards.h"

// Sets a guard's low, high and exact.
void oc_places_find(struct oc_guards *guards, struct oc_guard *guard);

// The difference between an address's index and x, if the guards hold. If they hold at all in the
// row, they hold for x = `low`.
LLVMValueRef oc_places_base(struct oc_guards *guards, const struct oc_address *address,
                            LLVMValueRef low);

// Has an address be computed from x and its base: `instruction` is the address's, or a copy of
// that, whose x is the given one.
void oc_places_simplify(const struct oc_threads *threads, const struct oc_address *address,
                        LLVMValueRef instruction, LLVMValueRef x, LLVMValueRef base);

#endif
