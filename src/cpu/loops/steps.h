// steps.h - runs the steps of a block's algorithm, as those of a scan, with the block's arrays in
// vectors.
//
// Such a loop has barriers in it, and everything about it is known but the elements of the block's
// arrays: how often it turns, and which thread accesses which element in each turn. Between
// barriers, a loop over threads would load what the one before has just stored, some elements off,
// so that processors cannot forward it from their store buffers. Instead, the turns become
// instructions on vectors with an element for each thread (lanes.h), without loops. That is for the
// sizes of blocks that the file's launches name; blocks of other sizes run the loops.
#ifndef OC_STEPS_H
#define OC_STEPS_H

#include "cpu/loops/nest.h"

// Finds such loops, and makes their code. Call it when the blocks of the loops over threads exist,
// before anything is changed in the thread's code. Control goes to `exit` where that ends.
void oc_steps_make(struct oc_threads *threads, const struct oc_kernel *kernel,
                   LLVMBasicBlockRef exit);

// Leads control to that code. `begin` begins a block. Call it when the regions are connected.
void oc_steps_connect(const struct oc_threads *threads, LLVMBasicBlockRef begin);

#endif
