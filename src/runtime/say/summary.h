// summary.h - the summary that a program prints when it ends, with OFFLOADCC_REPORT=summary in its
// environment: how much it copied to and from devices, and where.
//
// Arrays that are already on the device are not copied by a launch. So before each launch every
// array is looked up there, which costs time; programs without a summary do not do it.
#ifndef OC_RUNTIME_SUMMARY_H
#define OC_RUNTIME_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

// Whether the program is to print a summary.
bool __offloadcc_summary_is_on(void);

// Counts one copy. The strings are not copied, and must stay valid.
struct copy_event {
    const char *what; // what makes the copy: a kernel, a region, ...
    const char *file; // its place in the source
    unsigned int line;
    const char *name; // what is copied: a kernel's parameter, or an address as written
    bool to_device;   // else from it
    bool joined;      // it is part of a copy that was counted already
    size_t bytes;
};
void __offloadcc_summary_add(const struct copy_event *event);

// Counts bytes that a launch would have copied, but left where they were, as its arrays stay on the
// device; with a negative number, bytes of those that were copied later.
void __offloadcc_summary_add_stayed(long bytes);

#endif
