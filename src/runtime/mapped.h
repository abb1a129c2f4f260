// mapped.h - the layout of the tables of data/ranges.h, which copies of the runtime share.
#ifndef OC_RUNTIME_MAPPED_H
#define OC_RUNTIME_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
    int space; // stretches of different spaces have nothing to do with each other
    int device;
    uintptr_t start;
    size_t bytes;
    bool on_device;    // in a copy there, or as memory of the device; else the host's own
    size_t references; // to what is mapped
    size_t held;       // how many of them are of offload_data, until its end
    const char *file;  // where it was mapped or allocated; the table's own
    unsigned int line;
    uintptr_t *attached; // addresses of pointers in it (attached.h), sorted; the table's own
    size_t attached_count, attached_capacity;
    size_t launches; // that run, and leave it to others to copy it back
};

struct ranges {
    struct range *items;
    size_t count; // may be read without the mutex, to see whether there is anything
    size_t capacity;
};

#endif
