// places.h - where in a row guards hold.
//
// Code at the builder's place, before the row's loop: it evaluates a comparison at the first x of
// the row, and from that where in the row it holds.
#ifndef OC_PLACES_H
#define OC_PLACES_H

#include "cpu/loops/guards.h"

// Sets a guard's low, high and exact.
void oc_places_find(struct oc_guards *guards, struct oc_guard *guard);

// What an address's index is more than x, where the guards hold; they do at `low`, if anywhere.
LLVMValueRef oc_places_base(struct oc_guards *guards, const struct oc_address *address,
                            LLVMValueRef low);

#endif
