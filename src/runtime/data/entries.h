// entries.h - the map entries of one launch, before they are passed to libomptarget.
#ifndef OC_RUNTIME_ENTRIES_H
#define OC_RUNTIME_ENTRIES_H

#include "runtime/abi.h"

#include <stdbool.h>
#include <stdint.h>

// An argument of a kernel or, in an array of structs, the array that a pointer member points to.
struct map_entry {
    void *base;         // an argument: the value that the kernel gets; a member: its address
    void *start;        // of the memory to be mapped
    int64_t size;       // in bytes
    int64_t type;       // libomptarget's map type; MEMBER_OF numbers arguments from 0
    unsigned parameter; // index of its description in the kernel's parameters
    bool is_used;       // it consists of structs that are already mapped (__offloadcc_end_uses)
    bool is_held;       // the mapping of a data region contains it
};

// Short lists are stored in `few`, into which `items` then points; so the struct must not be moved.
struct __offloadcc_entries {
    const struct __offloadcc_kernel *kernel;
    struct map_entry *items;
    uint32_t count;
    uint32_t capacity;
    uint32_t uses;   // how many entries have is_used
    uint32_t arrays; // how many arguments are arrays
    uint32_t
        others; // how many are arrays or device addresses that no data region's mapping contains
    // While arrays of structs are walked through: the launch's slots and sizes. If `sum` is not
    // NULL, entries are added to this hash instead of the list.
    void *const *slots;
    const long *sizes;
    uint64_t *sum;
    struct map_entry few[24];
};

// Lists the arguments and the arrays that pointers in arrays of structs point to. Ends the program
// at a null pointer whose size is not 0.
//
// With `once`, for kernels that the CPU runs, the arrays that pointers point to are listed only if
// they differ from those of this thread's last launch of the kernel: arrays of structs can be long,
// and arrays that were checked need not be checked again.
void __offloadcc_entries_init(struct __offloadcc_entries *entries,
                              const struct __offloadcc_kernel *kernel, void *const *slots,
                              const long *sizes, bool once);
void __offloadcc_entries_release(struct __offloadcc_entries *entries);

// The name of an entry for a message that ends the program: 'x', 'm.data', 'v[3].rows[0].data'.
const char *__offloadcc_entry_name(const struct __offloadcc_entries *entries,
                                   const struct map_entry *entry);

#endif
