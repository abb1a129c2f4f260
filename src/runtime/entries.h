// entries.h - the map entries of one launch, before libomptarget gets them.
#ifndef OC_RUNTIME_ENTRIES_H
#define OC_RUNTIME_ENTRIES_H

#include "runtime/runtime.h"

// An argument of a kernel or, in an array of structs, what a member points to.
struct map_entry {
    void *base;         // what the kernel gets; for a member: the member's address
    void *start;        // of the memory
    int64_t size;       // in bytes
    int64_t type;       // libomptarget's map type, MEMBER_OF an argument counted from 0
    unsigned parameter; // its description in the kernel's
};

// They begin on the stack of the launch. The list does not move: `items` points into it.
struct __offloadcc_entries {
    const struct __offloadcc_kernel *kernel;
    struct map_entry *items;
    uint32_t count;
    uint32_t capacity;
    bool arguments_only;
    struct map_entry few[24];
};

// The arguments and all that they reach. Where the CPU runs the kernel the list is of the arguments
// only (arrays of structs can be long), but what they reach is checked for counts and null
// pointers.
void __offloadcc_entries_init(struct __offloadcc_entries *entries,
                              const struct __offloadcc_kernel *kernel, void *const *slots,
                              const long *sizes, bool on_device);
void __offloadcc_entries_release(struct __offloadcc_entries *entries);

// Memory for `count` things, or the end of the program.
void *__offloadcc_allocate(size_t count, size_t size);

#endif
