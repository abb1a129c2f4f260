// entries.h - the map entries of one launch, before libomptarget gets them.
#ifndef OC_RUNTIME_ENTRIES_H
#define OC_RUNTIME_ENTRIES_H

#include "runtime/abi.h"

#include <stdbool.h>
#include <stdint.h>

// An argument of a kernel or, in an array of structs, what a member points to.
struct map_entry {
    void *base;         // what the kernel gets; for a member: the member's address
    void *start;        // of the memory
    int64_t size;       // in bytes
    int64_t type;       // libomptarget's map type, MEMBER_OF an argument counted from 0
    unsigned parameter; // its description in the kernel's
    bool is_used;       // it is in structs that the launch finds on the device
    bool is_held;       // a data region's mapping holds it
};

// They begin on the stack of the launch. The list does not move: `items` points into it.
struct __offloadcc_entries {
    const struct __offloadcc_kernel *kernel;
    struct map_entry *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t uses;   // how many of them are used
    uint32_t arrays; // how many arguments are arrays,
    uint32_t others; // or addresses of the device's, without those that are held
    // What is being walked through; where there is a sum, nothing is listed, but summed up.
    void *const *slots;
    const long *sizes;
    uint64_t *sum;
    struct map_entry few[24];
};

// The arguments and all that they reach. Ends the program at a null pointer that has bytes.
//
// With `once`, which is for kernels that the CPU runs, what they reach is listed only if it is not
// the same as at this thread's last launch of the kernel: arrays of structs can be long, and what
// was found good needs no other look.
void __offloadcc_entries_init(struct __offloadcc_entries *entries,
                              const struct __offloadcc_kernel *kernel, void *const *slots,
                              const long *sizes, bool once);
void __offloadcc_entries_release(struct __offloadcc_entries *entries);

// The name of an entry for a message that ends the program: 'x', 'm.data', 'v[3].rows[0].data'.
const char *__offloadcc_entry_name(const struct __offloadcc_entries *entries,
                                   const struct map_entry *entry);

#endif
