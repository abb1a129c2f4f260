// lanefunctions.h - lane functions where loops run a block's threads: values go through arrays.
//
// On a CPU, the threads of a block form groups of lanes (offload_lanes.h). A lane function waits
// for the lanes of its group. In a body function (cpu.h) it waits for the whole block: the code is
// cut there, as at a barrier. In the code of one group, other code takes the place of lane
// functions (groupsteps.h). The result is the same if all threads of the block call the function,
// and regions.h shows that. A call
//
//     r = __offloadcc_group_exchange_32(value, by, how)
//
// becomes
//
//     array[turn][me] = value; __offloadcc_barrier(); r = array[turn][other]; turn ^= 1
//
// With two arrays in turn, a thread that has its result may go on to the next call and store there,
// while others still read. `turn` is a variable of the thread, mostly a constant after LLVM's
// passes.
//
// Ballots, matches and reductions load the group's part of an array as a vector. Coroutines wait
// for their group alone (fibres/meetings.h).
#ifndef OC_LANEFUNCTIONS_H
#define OC_LANEFUNCTIONS_H

#include "ir/edit.h"

// The lane functions. In a group's code, a store may be one (packing.h).
enum oc_lanefunction {
    OC_LANES_EXCHANGE,
    OC_LANES_BALLOT,
    OC_LANES_MATCH,
    OC_LANES_REDUCE,
    OC_LANES_PACK
};

// What a call of a lane function says.
struct oc_lanecall {
    enum oc_lanefunction function;
    LLVMValueRef value;   // which the lane passes; of a ballot, the predicate
    LLVMValueRef by;      // of an exchange; of a reduction, the mask; NULL: neither
    unsigned how;         // (lanevectors.h)
    unsigned lanes;       // in a group
    LLVMValueRef present; // whether the lane takes part (grouppaths.h); NULL: all do
};

// Adds the function's calls of lane functions to `out`.
void oc_lanefunctions_find(LLVMValueRef function, struct oc_values *out);
bool oc_lanefunctions_are_in(struct oc_ir *ir, LLVMValueRef function); // whether there are any

struct oc_lanecall oc_lanefunctions_read(LLVMValueRef call);

// Whether all lanes that make a call together get the same result.
bool oc_lanefunctions_have_one_result(LLVMValueRef call);

// Whether lanes vote by a ballot as they go a way: the side `to` of a branch.
bool oc_lanefunctions_votes_for(LLVMValueRef ballot, LLVMValueRef branch, LLVMBasicBlockRef to);

// Builds a ballot of all lanes of groups of `lanes`. `vote`: 32 bits, not zero for yes. Where
// nobody uses the result, the lanes only wait for each other.
LLVMValueRef oc_lanefunctions_build_ballot(struct oc_edit *edit, LLVMValueRef vote, unsigned lanes);

// The number of lanes in a group, by a call of a lane function.
unsigned oc_lanefunctions_count(LLVMValueRef call);

// Whether all calls in the module have groups of as many lanes; reports if not. Files may have been
// compiled with another -foffload-lanes.
bool oc_lanefunctions_agree(struct oc_ir *ir);

// What a thread does where it leaves a loop by `break` is code after the loop: there, lanes that
// leave in different turns meet. Where variables end with the loop's body, clang's optimised code
// keeps it in the loop, and asks later whether the thread leaves. This changes that in all
// functions with lane functions, and says of masks that they have no bits above the lanes. Returns
// false after a reported failure.
bool oc_lanefunctions_prepare(struct oc_ir *ir);

// Finds the array of a name, or makes it and adds it to `shared`.
LLVMValueRef oc_lanefunctions_array(struct oc_ir *ir, const char *name, LLVMTypeRef type,
                                    struct oc_values *shared);

// Builds the address of an element of an array. The index has 32 bits.
LLVMValueRef oc_lanefunctions_element(struct oc_edit *edit, LLVMTypeRef element, LLVMValueRef array,
                                      LLVMValueRef index);

// Builds the number of the lane that an exchange reads, for the lane `lane`. Sets *is_lane to
// whether the group has such a lane.
LLVMValueRef oc_lanefunctions_other(struct oc_edit *edit, const struct oc_lanecall *call,
                                    LLVMValueRef lane, LLVMValueRef *is_lane);

// Replaces such calls in a body. The arrays are shared variables, which are added to `shared`.
void oc_lanefunctions_expand(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared);

#endif
