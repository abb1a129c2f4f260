// packstores.h - what the lanes of a group store one after the other (packing.h).
//
// AVX-512 moves the values of some lanes together in a register. On other processors they are moved
// together in memory:
//
//     for each lane: copy[n] = value[lane]; n += stores[lane]       without a branch
//     memcpy(first, copy, n)
#ifndef OC_PACKSTORES_H
#define OC_PACKSTORES_H

#include "cpu/packing.h"

// What the lanes have passed: the addresses of arrays, with an element for each lane. Of what is
// known to be the same for all lanes there is one element.
struct oc_packed {
    LLVMTypeRef type; // of a value: an integer
    unsigned lanes;
    unsigned alignment; // of the arrays, in bytes
    LLVMValueRef values, firsts, masks;
    struct oc_known known; // `values` may have the addresses of the values
    LLVMValueRef storing;  // the mask of the lanes that store, of 64 bits
};

// Builds their stores before an instruction, which becomes the first of its block.
void oc_packstores_build(struct oc_edit *edit, const struct oc_packed *packed,
                         LLVMValueRef instruction);

#endif
