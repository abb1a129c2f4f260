// mapped.h - the layout of the tables of data/ranges.h, which copies of the runtime share.
#ifndef OC_RUNTIME_MAPPED_H
#define OC_RUNTIME_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
    int space; // ranges of different spaces are unrelated: they may have the same addresses
    int device;
    uintptr_t start;
    size_t bytes;
    bool on_device;      // mapped: it has a copy on the device; allocated: it is device memory
    size_t references;   // mapped: how often it was mapped and not yet released
    size_t held;         // how many of the references are offload_data regions that have not ended
    const char *file;    // the source file in which it was mapped or allocated; owned by the table
    unsigned int line;   // and the line
    uintptr_t *attached; // addresses of pointers in it (attached.h), sorted; owned by the table
    size_t attached_count, attached_capacity;
    size_t launches; // number of running launches that use it and do not copy it back themselves
};

struct ranges {
    struct range *items;
    size_t count; // may be read without the mutex, to see whether the table is empty
    size_t capacity;
};

#endif
