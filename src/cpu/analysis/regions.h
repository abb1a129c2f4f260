// regions.h - cuts a thread's code at barriers into regions that all threads of a block run
// completely.
//
// A region is a set of nodes with one entry, its head. All threads of the block enter it, and all
// leave it the same way: to one other node, or by one branch on a uniform value. So a loop over
// threads can be put around each region, and the control flow between the regions is executed once
// for all threads: a loop with a barrier stays a scalar loop, with loops over threads in it.
#ifndef OC_REGIONS_H
#define OC_REGIONS_H

#include "cpu/analysis/body.h"
#include "cpu/analysis/uniform.h"

struct oc_region {
    size_t head;
    size_t *nodes; // the head first, then in reverse post-order
    size_t count;
    long branch; // the node whose branch ends the region, or OC_NO_NODE
    long next;   // without a branch: the node that follows, which is a head, a barrier or the exit;
                 // OC_NO_NODE if threads never leave the region
};

struct oc_regions {
    const struct oc_body *body;
    struct oc_region *items;
    size_t count;
    long *of_node; // each node's region; OC_NO_NODE for barriers and the exit
};

// `cuts` are nodes whose branches shall end regions too; it may be empty. Returns false if it
// cannot be shown that all threads meet the same barriers.
bool oc_regions_form(const struct oc_body *body, const struct oc_uniform *uniform,
                     struct oc_bits cuts, struct oc_regions *out);

// The region of a node; for a barrier, the region after it. OC_NO_NODE if that is the exit.
long oc_regions_at(const struct oc_regions *regions, long node);

// The region that computes a value; OC_NO_NODE if none does.
long oc_regions_of(const struct oc_regions *regions, LLVMValueRef value);

// Whether all of these nodes are in a region.
bool oc_regions_hold(const struct oc_regions *regions, size_t region, struct oc_bits nodes);

// Whether control can reach region `first` before it has been in `region`.
bool oc_regions_come_before(const struct oc_regions *regions, size_t first, size_t region);

// The regions that control can come to after it has left region `from`, before it is in region
// `without`. OC_NO_NODE: all that it can come to.
struct oc_bits oc_regions_after(const struct oc_regions *regions, size_t from, long without);

// Whether control can return to a region after it has left it.
bool oc_regions_repeats(const struct oc_regions *regions, size_t region);

#endif
