// resident.h - one array that stays on a device after a launch, and copies of its bytes.
#ifndef OC_RUNTIME_RESIDENT_H
#define OC_RUNTIME_RESIDENT_H

#include "runtime/abi.h"
#include "runtime/data/stretches.h"

#include <stdint.h>

// A stretch of the host's memory with a copy on a device, and the launch parameter that it was
// passed for last.
struct resident {
    uintptr_t start;        // on the host
    size_t bytes;           // its size
    int device;             // libomptarget's number
    void *there;            // its copy on the device, aligned as on the host
    void *allocation;       // the device's memory that has the copy
    struct stretches old;   // bytes that are old on the host
    struct stretches stale; // bytes that are old on the device
    bool is_enclosed;       // code that the compiler does not see cannot look at it
    bool may_be_mapped;     // unseen code has run since it was asked whether others map it
    unsigned int running;   // the number of launches that use it now
    // How often it was fetched since the last launch, and 1 more if it was fetched several times
    // after the launch before.
    unsigned int fetches;
    unsigned long launch; // the number of the last launch that used it
    const struct __offloadcc_kernel *kernel;
    const char *name; // of the parameter
};

static inline struct stretch resident_whole(const struct resident *resident) {
    return (struct stretch){0, resident->bytes};
}

// The bytes of a resident that are in this memory.
static inline struct stretch resident_part(const struct resident *resident, uintptr_t start,
                                           size_t bytes) {
    uintptr_t end = bytes > UINTPTR_MAX - start ? UINTPTR_MAX : start + bytes;
    uintptr_t from = start > resident->start ? start - resident->start : 0;
    uintptr_t to = end > resident->start ? end - resident->start : 0;
    return stretch_common((struct stretch){from, to}, resident_whole(resident));
}

// Whether the device has a byte that is not old there.
static inline bool resident_is_kept(const struct resident *resident) {
    return !__offloadcc_stretches_have_all(&resident->stale, resident_whole(resident));
}

// Whether libomptarget was asked for something on a device, and so may have loaded images of other
// libraries, since this was cleared.
extern bool __offloadcc_residents_used_device;

// What is old in a part of the host's array comes back; or what is old in a part of the device's
// copy is copied there.
void __offloadcc_resident_fetch(struct resident *resident, struct stretch part);
void __offloadcc_resident_send(struct resident *resident, struct stretch part);

// A kernel has written a part.
void __offloadcc_resident_make_old(struct resident *resident, struct stretch part);

// Other code may write a part, of which nothing is old on the host.
void __offloadcc_resident_make_stale(struct resident *resident, struct stretch part);

#endif
