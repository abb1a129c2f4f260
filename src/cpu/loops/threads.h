// threads.h - puts loops over blocks and threads around the regions of a thread's code.
//
// The thread's code in a body function (glue.h) has been cut into regions. oc_threads_build makes
// of it
//
//     for each block, from the body's first to its last
//         for each region, in the order of the control flow between them
//             for z, for y, for x: the region's code
//
// The loop over x is the innermost, and is marked parallel: between two barriers C lets no thread
// depend on another. Values that live from one region to another are kept for each thread, or once
// if they are uniform (carry.h). A region's x loop is split where a comparison of the index decides
// what threads do (split.h), so that `if (i < n)` costs nothing in the loop.
//
// A kernel is flat if it has no barriers and uses no index but global ids. It needs no loop over
// single blocks: its x loop runs over the threads of several neighbouring blocks.
#ifndef OC_THREADS_H
#define OC_THREADS_H

#include "cpu/loops/nest.h"

struct oc_threads_request {
    bool keeps_place;   // functions that are called have index calls, so the loops must keep the
                        // thread's place (the operand of enter) up to date
    bool short_rows;    // nest.h
    unsigned innermost; // the dimension that the innermost loop runs over (analysis/order.h): the
                        // code asks for it as dimension 0, and for dimension 0 as this one
    unsigned lanes;     // if a block is a group of lanes (groups.h), their number; else 0
    bool of_groups;     // a thread is a group of lanes, and does not wait for what others do
    const struct oc_kernel *kernel;
    struct oc_missed *missed; // says why loops are not for vectors
};

// Rewrites the function. Returns the memory that it needs.
struct oc_frame oc_threads_build(const struct oc_body *body, const struct oc_uniform *uniform,
                                 const struct oc_regions *regions, const struct oc_values *privates,
                                 const struct oc_threads_request *request);

// Instead, makes the body run the threads of each block as coroutines of the fibre function
// (glue/preamble.h), and removes the thread's code from it.
void oc_threads_as_fibres(const struct oc_body *body, LLVMValueRef fibre);

#endif
