// summary.h - what a program moved to and from devices, printed when it ends: with
// OFFLOADCC_REPORT=summary in its environment.
//
// What a launch finds on the device is not moved, so each is asked for before the launch, which
// costs time: a program that is not asked to report does none of this.
#ifndef OC_RUNTIME_SUMMARY_H
#define OC_RUNTIME_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

// Whether the program is to report.
bool __offloadcc_summary_is_on(void);

// Counts one copy. `what` did it, at a place, with what has a name: a kernel with a parameter, a
// region with an address as written. The strings are kept.
struct copy_event {
    const char *what, *file;
    unsigned int line;
    const char *name;
    bool to_device;
    bool joined; // it goes in a copy that is counted already
    size_t bytes;
};
void __offloadcc_summary_add(const struct copy_event *event);

#endif
