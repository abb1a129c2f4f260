// lanefunctions.h - lane functions where loops run a block's threads: values go through arrays.
//
// On a CPU, the threads of a block form groups of lanes (offload_lanes.h). A lane function waits
// for the lanes of its group. In a body function (cpu.h) it waits for the whole block: the code is
// cut there, as at a barrier. The result is the same if all threads of the block call the function,
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
// Coroutines wait for their group alone (fibres/meetings.h).
#ifndef OC_LANEFUNCTIONS_H
#define OC_LANEFUNCTIONS_H

#include "ir/ir.h"

// The kinds of a shuffle, and the number of lanes, in the last argument of the calls
// (offload_lanes.h).
enum {
    OC_LANES_KIND_SHIFT = 8,
    OC_LANES_MASK = (1 << OC_LANES_KIND_SHIFT) - 1,
    OC_LANES_MOST = 64
};
enum oc_shuffle { OC_SHUFFLE, OC_SHUFFLE_UP, OC_SHUFFLE_DOWN, OC_SHUFFLE_XOR };

// The number of lanes in a group, by such a call.
unsigned oc_lanefunctions_count(LLVMValueRef call);

// Replaces such calls in a body. The arrays are shared variables, which are added to `shared`.
// is_group: the body's blocks are single groups (groups.h).
void oc_lanefunctions_expand(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared,
                             bool is_group);

#endif
