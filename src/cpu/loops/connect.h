// connect.h - the control flow through a region's loops, and on to the next region.
#ifndef OC_CONNECT_H
#define OC_CONNECT_H

#include "cpu/loops/nest.h"

// The block where control continues for a node: the first block of its region's loops, or `exit` if
// the thread's code ends there.
LLVMBasicBlockRef oc_connect_target(const struct oc_threads *threads, LLVMBasicBlockRef exit,
                                    long node);

// Connects the blocks of a region's loops, which must exist, with the region's code and the next
// regions. Control goes to `exit` when the thread's code ends.
void oc_connect_region(struct oc_threads *threads, LLVMBasicBlockRef exit, size_t region);

#endif
