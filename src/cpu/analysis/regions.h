// regions.h - a thread's code, cut at barriers into pieces that all threads of a block run whole.
//
// A region is a set of nodes with one way in, its head. All threads of the block enter it, and all
// leave it the same way: by falling through to one other node, or by one branch on a uniform value.
// So a loop over threads can be put around each region, and what lies between the loops is ordinary
// scalar control flow: a barrier in a loop leaves a scalar loop with loops over threads in it.
#ifndef OC_REGIONS_H
#define OC_REGIONS_H

#include "cpu/analysis/body.h"
#include "cpu/analysis/uniform.h"

struct oc_region {
    size_t head;
    size_t *nodes; // the head first, then in reverse post-order
    size_t count;
    long branch; // the node whose branch ends the region, or OC_NO_NODE
    long next; // else the node that follows: a head, a barrier or the exit; OC_NO_NODE: never ends
};

struct oc_regions {
    const struct oc_body *body;
    struct oc_region *items;
    size_t count;
    long *of_node; // each node's region; OC_NO_NODE for barriers and the exit
};

// `cuts` are nodes whose branches are to end a region besides, or empty. Returns false if some
// barrier cannot be shown to be met by all threads alike.
bool oc_regions_form(const struct oc_body *body, const struct oc_uniform *uniform,
                     struct oc_bits cuts, struct oc_regions *out);

// The region that follows where control goes to a node: past a barrier. OC_NO_NODE: the exit.
long oc_regions_at(const struct oc_regions *regions, long node);

// A value's region; OC_NO_NODE if no region computes it.
long oc_regions_of(const struct oc_regions *regions, LLVMValueRef value);

// Whether control can come to a region `first` before it was in another one.
bool oc_regions_come_before(const struct oc_regions *regions, size_t first, size_t region);

// Whether control can come back to a region after it left.
bool oc_regions_repeats(const struct oc_regions *regions, size_t region);

#endif
