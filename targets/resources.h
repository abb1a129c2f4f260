// resources.h - what a kernel's code takes of a GPU, as the image itself says, and how much of it a
// GPU holds at a time for that.
#ifndef OC_RESOURCES_H
#define OC_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Of one kernel in one image. Dynamic shared memory comes on top.
struct oc_resources {
    unsigned registers;        // of a thread
    unsigned scalar_registers; // of a group of lanes; 0: the target has none
    unsigned lanes;            // that run as one
    bool knows_spills;
    unsigned spills;       // registers that were put on the stack, where that is known
    uint64_t stack;        // bytes of a thread's, with what was spilled; of recursion, one call's
    uint64_t shared;       // bytes of a block's
    unsigned most_threads; // in a block; 0: what the processor allows
};

// What of a processor the blocks share that run there at the same time: an SM, CU or WGP.
struct oc_multiprocessor {
    const char *name;       // "SM"
    const char *group_name; // of several: "warps"
    unsigned parts;         // that have registers of their own
    unsigned groups;        // of lanes, at most, in a part
    unsigned registers;     // for each lane of a part
    unsigned register_step; // a thread has a multiple of these
    unsigned lanes;         // in the group that the numbers are for; twice the lanes have half
    unsigned blocks;        // at most,
    bool counts_large;      // not counting those of one group, which wait for no other
    uint64_t shared;        // bytes of shared memory
    uint64_t shared_step;   // a block has a multiple of these,
    uint64_t shared_beside; // and so many for the system's use
};

enum oc_occupancy_limit {
    OC_LIMIT_THREADS, // there can be no more groups
    OC_LIMIT_BLOCKS,
    OC_LIMIT_REGISTERS,
    OC_LIMIT_SHARED,
};

// How many blocks, and groups of lanes, run on a multiprocessor at a time, and what is in the way
// of more. No blocks: one alone is too large.
struct oc_occupancy {
    unsigned blocks, groups, most_groups;
    enum oc_occupancy_limit limit;
};
struct oc_occupancy oc_occupancy(const struct oc_multiprocessor *multiprocessor,
                                 const struct oc_resources *resources, unsigned block_threads);

// What an image says of the kernel whose entry is this symbol. The image is data from outside:
// false where it says nothing that can be read. For slots of struct oc_target.
bool oc_resources_of_cubin(const char *image, size_t length, const char *entry,
                           struct oc_resources *out);
bool oc_resources_of_code_object(const char *image, size_t length, const char *entry,
                                 struct oc_resources *out);

#endif
