// packing.h - lanes that store one after the other.
//
//     if (keep)
//         y[start + popcount(mask & ((1ul << lane) - 1))] = value;
//
// Each lane stores where the lanes before it in `mask` leave off, so the values of the lanes that
// store are neighbours. A loop over the lanes would store one value after the other. Here the store
// becomes a call like that of a lane function:
//
//     __offloadcc_group_pack_32(value, first, mask, keep, how)
//
// where `first` is the address without the count. When the loops over the lanes have been made, the
// values are moved together in vector registers, and stored as vectors. Whether the lanes that
// store are those in `mask`, and `first` is the same for them, is found at run time if it is not
// known. Otherwise each lane stores on its own.
//
// Vectors without AVX cannot load for some lanes only, and a branch for each lane is mispredicted
// often. There a value that is loaded only to be stored is passed as its address, and lanes that
// store nothing load from elsewhere.
#ifndef OC_PACKING_H
#define OC_PACKING_H

#include "ir/edit.h"

// What is known of `first` or of `mask`: it may differ, it is the same for the lanes that store, or
// for all lanes that make the call. Or the mask is known to be of the lanes that store; it is not
// passed then.
enum oc_alike { OC_ALIKE_NOT, OC_ALIKE_STORING, OC_ALIKE_ALL, OC_ALIKE_KNOWN };

struct oc_known {
    bool loads; // `value` is the address that the value is loaded from
    enum oc_alike first, mask;
};

// What is known, and the number of lanes, as one number: the last argument of a call.
unsigned oc_packing_how(unsigned lanes, const struct oc_known *known);
struct oc_known oc_packing_known(unsigned how);

// What a call says.
struct oc_packing {
    LLVMTypeRef type; // of the value: an integer
    LLVMValueRef value, first, mask, keep;
    struct oc_known known;
};
struct oc_packing oc_packing_read(LLVMValueRef call);

// Replaces such stores in a group's code, which has groups of `lanes`, by calls.
void oc_packing_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
