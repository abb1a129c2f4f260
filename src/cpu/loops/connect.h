// connect.h - the way of control through a region's loops, and on to the next region.
#ifndef OC_CONNECT_H
#define OC_CONNECT_H

#include "cpu/loops/nest.h"

// Where control goes on at a node: the loops of its region, or `exit` where it is of none.
LLVMBasicBlockRef oc_connect_target(const struct oc_threads *threads, LLVMBasicBlockRef exit,
                                    long node);

// Of a region whose loops' blocks exist. Control goes to `exit` where the thread's code ends.
void oc_connect_region(struct oc_threads *threads, LLVMBasicBlockRef exit, size_t region);

#endif
