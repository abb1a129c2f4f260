// lanevectors.h - what lane functions compute from the values of a group's lanes, as a vector.
//
// `how` is the last argument of the lane functions of a CPU (offload_lanes.h): the number of lanes
// in the lowest 8 bits; above them the kind of a shuffle, or the operation and type of a reduction.
#ifndef OC_LANEVECTORS_H
#define OC_LANEVECTORS_H

#include "ir/edit.h"

enum {
    OC_LANES_KIND_SHIFT = 8,
    OC_LANES_MASK = (1 << OC_LANES_KIND_SHIFT) - 1,
    OC_LANES_MOST = 64
};
// Of a match in a group's code: no value has a bit above the lowest 32.
enum { OC_MATCH_NARROW = 1 << OC_LANES_KIND_SHIFT };
// In a group's code only: SAME reads one lane for all that make the call, and PEER perhaps another
// one for each. Both read lanes that make the call.
enum oc_shuffle {
    OC_SHUFFLE,
    OC_SHUFFLE_UP,
    OC_SHUFFLE_DOWN,
    OC_SHUFFLE_XOR,
    OC_SHUFFLE_SAME,
    OC_SHUFFLE_PEER
};

// The vector of `count` elements at an address.
LLVMValueRef oc_lanevectors_load(struct oc_edit *edit, LLVMTypeRef element, unsigned count,
                                 LLVMValueRef address);

// The mask of the elements of bytes that are not zero.
LLVMValueRef oc_lanevectors_votes(struct oc_edit *edit, LLVMValueRef bytes);

// The mask of the elements that are equal to a value.
LLVMValueRef oc_lanevectors_match(struct oc_edit *edit, LLVMValueRef vector, LLVMValueRef value);

// The mask of a reduction, of 64 bits: 0 names all lanes.
LLVMValueRef oc_lanevectors_mask(struct oc_edit *edit, LLVMValueRef mask);

// Combines the elements in the mask `lanes`, of 64 bits, two halves at a time. `how` says the
// operation and the type.
LLVMValueRef oc_lanevectors_reduce(struct oc_edit *edit, LLVMValueRef vector, LLVMValueRef lanes,
                                   unsigned how);

// Moves the elements by a constant distance. Elements that read beyond the vector stay.
LLVMValueRef oc_lanevectors_move(struct oc_edit *edit, LLVMValueRef vector, enum oc_shuffle kind,
                                 uint64_t by);

// The same for a vector that is in parts of the same size, of at most OC_LANES_MOST elements in
// all.
void oc_lanevectors_move_parts(struct oc_edit *edit, LLVMValueRef *parts, unsigned part_count,
                               enum oc_shuffle kind, uint64_t by);

#endif
