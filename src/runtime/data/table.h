// table.h - the residents of one program or library (residents.h).
//
// All functions expect its mutex to be held.
#ifndef OC_RUNTIME_RESIDENTS_TABLE_H
#define OC_RUNTIME_RESIDENTS_TABLE_H

#include "runtime/data/resident.h"

#include <pthread.h>

// The table is short, since programs pass launches few arrays. So it is searched from end to end.
enum { MOST_RESIDENTS = 256 };

struct residents {
    pthread_mutex_t mutex;
    struct resident *items[MOST_RESIDENTS];
    unsigned int count;
    unsigned long launches; // the number of launches so far
    // The number of searches by host code since the last launch that found nothing to do. If they
    // take longer than copying everything would, all residents come back: then there are no more.
    size_t searches;
    // Launches have written elsewhere than on residents, or residents have ended before their
    // objects: so the host may have values that only launches wrote.
    bool were_elsewhere;
    bool is_closed_later; // the table is emptied as the program ends
};
extern struct residents __offloadcc_residents;

// Whether what is old on the host is overwritten there (OFFLOADCC_RESIDENT=poison).
bool __offloadcc_residents_are_poisoned(void);

// Updates what generated code reads (__offloadcc_out), and releases the mutex.
void __offloadcc_unlock_residents(void);

// Ends a resident. What is old on the host does not come back.
void __offloadcc_forget_resident(unsigned int index);

// Makes room in the table and on devices: all residents end that no launch uses now, or the one
// that was used longest ago.
void __offloadcc_make_room(bool all);

// The resident on a device that contains all of this memory, or NULL.
struct resident *__offloadcc_find_resident(uintptr_t start, size_t bytes, int device);

// The same, but adds it if necessary. Then its device's copy is old, unless the facts (before.h)
// say that only launches write the memory. Returns NULL if a running launch uses a part of the
// memory, or if the table or the device is full.
struct resident *__offloadcc_have_resident(uintptr_t start, size_t bytes, int device,
                                           unsigned int facts);

// Brings back what is in this memory; or takes it as old on devices. `but`: not what is on this
// device; -1: on any.
void __offloadcc_return_memory(uintptr_t start, size_t bytes, int but);
void __offloadcc_spoil_memory(uintptr_t start, size_t bytes, int but);

// Brings everything back, and takes all of it as old on devices; or all that is not enclosed.
void __offloadcc_return_residents(bool enclosed_too);

// Of a thread that has launched: all that is not enclosed comes back as it ends. It may end in the
// middle of a function (pthread_cancel).
void __offloadcc_return_as_thread_ends(void);

#endif
