// threads.h - loops over blocks and threads, around each region of a thread's code.
//
// In a body function (glue.h) whose thread's code was cut into regions, oc_threads_build makes
//
//     for each block of the stretch
//         for each region, in the order of the control flow between them
//             for z, for y, for x: the region's code
//
// x runs fastest, in a loop that is marked parallel: between two barriers C lets no thread depend
// on another. Values that live from one region to another are kept for each thread, or once where
// they are uniform (carry.h). A region's x loop is split where a comparison of the index decides
// what threads do (split.h), so that `if (i < n)` costs the loop nothing.
//
// A kernel without barriers that asks for global ids only needs no loop over blocks: its x loop
// runs over the threads of neighbouring blocks at once.
#ifndef OC_THREADS_H
#define OC_THREADS_H

#include "cpu/loops/nest.h"

// Rewrites the function. `state`: some index calls will be left, so the thread's place (the operand
// of enter) must be kept up to date. Returns what the function needs.
struct oc_frame oc_threads_build(const struct oc_body *body, const struct oc_uniform *uniform,
                                 const struct oc_regions *regions, const struct oc_values *privates,
                                 bool state);

// Makes the body run the threads of each block as coroutines of the fibre function instead
// (glue/preamble.h); what it held of the thread's code is removed.
void oc_threads_as_fibres(const struct oc_body *body, LLVMValueRef fibre);

#endif
