// lanepaths.h - leads lanes through a part of the code by places: all of them come to each place,
// and each knows whether it goes on there.
//
//     if (c) {                        at = c ? 1 : 2
//         a;                          if (c) a
//         r = exchange(v, 1);    is   present(at == 1); r = exchange(v, 1)
//         b;                          if (at == 1) { b; at = 2 }
//     }
//     d;                              d
//
// `at` is a variable of the lane: the number of the place where it goes on. A place is the call of
// a lane function, or code to which control comes from two places. The places are in an order in
// which lanes only go forward, but for loops. A loop goes on while there are lanes with a number
// in it. So lanes meet where those of a GPU do: after a branch, and after a loop.
//
// A call that says that the next lane function has a mask (awaits.h) is a place, too. There a lane
// waits until all lanes of the mask have come that are in the outermost loop of the part. It does
// turns of that loop, in which it goes past all places.
#ifndef OC_LANEPATHS_H
#define OC_LANEPATHS_H

#include "cpu/analysis/body.h"

// Code that lanes enter and leave together, though they may go different ways in it.
struct oc_lanepart {
    LLVMBasicBlockRef entry; // in the part
    LLVMBasicBlockRef end;   // the first block after it
    struct oc_bits nodes;    // of the body in which it was found
};

// What differs between CPUs and GPUs.
struct oc_lanepaths {
    // The lane function of a block, which all lanes are to call; NULL: the block has none. NULL
    // instead of a function: lane functions are called only by lanes that take part.
    LLVMValueRef (*find_call)(LLVMBasicBlockRef block);

    // Says before such a call whether the lane takes part.
    void (*take_part)(struct oc_edit *edit, LLVMValueRef is_present);

    // Builds a ballot of all lanes in the part, of 64 bits. `vote` has one bit.
    LLVMValueRef (*ballot)(const struct oc_lanepaths *self, struct oc_edit *edit,
                           LLVMValueRef vote);
};

// Whether control comes to these nodes only at `entry`, and that only once; and no barrier of the
// block is in them. So they can be a part's.
bool oc_lanepaths_is_closed(const struct oc_body *body, struct oc_bits nodes, size_t entry);

// Changes the control flow of a part. Each lane function that is a place, and each call that says
// that the next one has a mask, has a block of its own. Values of the threads are in memory.
void oc_lanepaths_join(const struct oc_lanepaths *to, struct oc_edit *edit,
                       const struct oc_body *body, struct oc_lanepart part);

// The call in a block that says that the next lane function has a mask, or NULL.
LLVMValueRef oc_lanepaths_find_await(LLVMBasicBlockRef block);

#endif
