// resources.h - the resources of a GPU that a kernel's code uses, as the image says, and how many
// blocks can therefore run at the same time.
#ifndef OC_RESOURCES_H
#define OC_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The resources that one kernel in one image uses. A group is the lanes that execute together: a
// warp or wave.
struct oc_resources {
    unsigned registers;        // of a thread
    unsigned scalar_registers; // of a group; 0: the target has none
    unsigned lanes;            // in a group
    bool knows_spills;         // the image says how many registers were spilled
    unsigned spills;           // how many: spilled registers are on the stack
    uint64_t stack;            // bytes of a thread's stack, with spilled registers; for recursive
                               // kernels, of one call
    uint64_t shared;           // bytes of shared memory in a block, without dynamic shared memory
    unsigned most_threads;     // in a block; 0: as many as the processor allows
};

// A multiprocessor: the part of a processor that runs a block, alone or with other blocks. An SM,
// CU or WGP.
struct oc_multiprocessor {
    const char *name;       // "SM"
    const char *group_name; // what groups are called: "warps"
    unsigned parts;         // the number of its parts, which each have registers of their own
    unsigned groups;        // the most groups in a part
    unsigned registers;     // of a part, for each lane of a group
    unsigned register_step; // the registers of a thread are rounded up to a multiple of this
    unsigned lanes;         // the size of the groups that `registers` and `register_step` are for;
                            // for groups of twice the size, both are half
    unsigned blocks;        // the most blocks
    bool counts_large;      // blocks of one group do not count for `blocks`
    uint64_t shared;        // bytes of shared memory
    uint64_t shared_step;   // the bytes of a block are rounded up to a multiple of this
    uint64_t shared_beside; // bytes that the system needs for each block
};

enum oc_occupancy_limit {
    OC_LIMIT_THREADS, // the number of groups
    OC_LIMIT_BLOCKS,
    OC_LIMIT_REGISTERS,
    OC_LIMIT_SHARED,
};

// How many blocks of a kernel run on a multiprocessor at the same time.
struct oc_occupancy {
    unsigned blocks;               // 0: one block is too large
    unsigned groups;               // of these blocks
    unsigned most_groups;          // that the multiprocessor can run, of any kernel
    enum oc_occupancy_limit limit; // the resource that prevents more blocks
};

// `block_threads`: the threads of a block.
struct oc_occupancy oc_occupancy(const struct oc_multiprocessor *multiprocessor,
                                 const struct oc_resources *resources, unsigned block_threads);

// For slots of struct oc_target: what an image of NVIDIA's or AMD's says about the kernel whose
// entry has the symbol `entry`. The image is data from outside. Return false if it says nothing
// that can be read.
bool oc_resources_of_cubin(const char *image, size_t length, const char *entry,
                           struct oc_resources *out);
bool oc_resources_of_code_object(const char *image, size_t length, const char *entry,
                                 struct oc_resources *out);

#endif
