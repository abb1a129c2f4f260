// room.c - memory for arrays that only kernels use (offload_algorithms_scans.h).
//
// Where the CPU runs the kernels, they touch new memory page by page, and the system clears each
// page first: for a sort, that takes as long as a pass over the array. So some rooms are kept for
// the next call.
#include "offload.h"

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

void *__offloadcc_room(size_t bytes) __OFFLOADCC_VERSION(room, 1);
void __offloadcc_end_room(void *room) __OFFLOADCC_VERSION(end_room, 1);

// How many rooms are kept, and of what sizes: malloc keeps smaller ones itself.
enum { KEPT = 4 };
static const size_t least_kept = (size_t)1 << 20, most_kept = (size_t)1 << 26;

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static void *kept[KEPT];

static size_t size_of(void *room) {
    return room ? malloc_usable_size(room) : 0;
}

// Takes the smallest of the kept rooms that are large enough, but not much too large.
static void *take_kept(size_t bytes) {
    void *found = NULL;
    int at = 0;
    pthread_mutex_lock(&turn);
    for (int i = 0; i < KEPT; i++)
        if (size_of(kept[i]) >= bytes && size_of(kept[i]) / 2 <= bytes &&
            (!found || size_of(kept[i]) < size_of(found))) {
            found = kept[i];
            at = i;
        }
    if (found)
        kept[at] = NULL;
    pthread_mutex_unlock(&turn);
    return found;
}

// A sort writes to hundreds of places of two rooms, often powers of two apart. Where the rooms are
// such a distance apart too, or a page more, the places compete for the same entries of the
// processor's address cache (TLB), which takes half as long again. Rooms of malloc's follow each
// other, so their sizes are their distances.
static size_t size_apart(size_t bytes) {
    const size_t period = 1 << 16, apart = 3 << 13, room = (bytes | (period - 1)) + 1 + apart;
    return room > bytes ? room : bytes;
}

void *__offloadcc_room(size_t bytes) {
    if (bytes < least_kept)
        return malloc(bytes);
    void *room = take_kept(bytes);
    return room ? room : malloc(size_apart(bytes));
}

// Keeps a room in place of none, or of a smaller one. Before the call, generated code has made the
// runtime forget what of it is on a device: it is memory of malloc's, for which that is known.
void __offloadcc_end_room(void *room) {
    if (size_of(room) >= least_kept && size_of(room) <= most_kept) {
        int at = 0;
        pthread_mutex_lock(&turn);
        for (int i = 1; i < KEPT; i++)
            if (size_of(kept[i]) < size_of(kept[at]))
                at = i;
        if (size_of(kept[at]) < size_of(room)) {
            void *smaller = kept[at];
            kept[at] = room;
            room = smaller;
        }
        pthread_mutex_unlock(&turn);
    }
    free(room);
}
