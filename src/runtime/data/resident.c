#include "runtime/data/resident.h"

#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"
#include "runtime/say/summary.h"

bool __offloadcc_residents_used_device;

static void copy(const struct resident *resident, struct stretch part, bool to_device) {
    size_t bytes = part.to - part.from;
    int host = __offloadcc_target.omp_get_num_devices(), device = resident->device;
    void *here = (void *)resident->start;
    int failed = to_device
                     ? __offloadcc_target.omp_target_memcpy(resident->there, here, bytes, part.from,
                                                            part.from, device, host)
                     : __offloadcc_target.omp_target_memcpy(here, resident->there, bytes, part.from,
                                                            part.from, host, device);
    if (failed)
        __offloadcc_stop(resident->kernel, "%zu bytes of '%s' cannot be copied %s device %d", bytes,
                         resident->name, to_device ? "to" : "from", device);
    __offloadcc_residents_used_device = true;
    if (!__offloadcc_summary_is_on())
        return;
    __offloadcc_summary_add_stayed(-(long)bytes);
    __offloadcc_summary_add(&(struct copy_event){
        .what = resident->kernel->__offloadcc_name,
        .file = resident->kernel->__offloadcc_file,
        .line = resident->kernel->__offloadcc_line,
        .name = resident->name,
        .to_device = to_device,
        .bytes = bytes,
    });
}

// The part of `from` around `part` that is fetched for it. Host code that reads an array bit by bit
// gets more each time, and soon all.
static struct stretch widened(const struct resident *resident, struct stretch from,
                              struct stretch part) {
    enum { FIRST = 4096, SHIFT = 4 };
    if (!resident->fetches)
        return part;
    unsigned int shift = SHIFT * (resident->fetches - 1);
    size_t least = shift < 32 ? (size_t)FIRST << shift : SIZE_MAX;
    if (least >= from.to - from.from)
        return from;
    if (part.to - part.from < least)
        part.to = from.to - part.from < least ? from.to : part.from + least;
    return part;
}

void __offloadcc_resident_fetch(struct resident *resident, struct stretch part) {
    bool fetched = false;
    for (unsigned int i = 0; i < resident->old.count;) {
        struct stretch item = resident->old.items[i], common = stretch_common(item, part);
        if (stretch_is_empty(common)) {
            i++;
            continue;
        }
        common = widened(resident, item, common);
        if (!__offloadcc_stretches_remove(&resident->old, common)) {
            common = item;
            __offloadcc_stretches_remove(&resident->old, common);
        }
        copy(resident, common, false);
        fetched = true;
        i = 0;
    }
    resident->fetches += fetched;
}

void __offloadcc_resident_send(struct resident *resident, struct stretch part) {
    for (unsigned int i = 0; i < resident->stale.count;) {
        struct stretch item = resident->stale.items[i], common = stretch_common(item, part);
        if (stretch_is_empty(common)) {
            i++;
            continue;
        }
        if (!__offloadcc_stretches_remove(&resident->stale, common)) {
            common = item;
            __offloadcc_stretches_remove(&resident->stale, common);
        }
        copy(resident, common, true);
        i = 0;
    }
}

void __offloadcc_resident_make_old(struct resident *resident, struct stretch part) {
    if (!__offloadcc_stretches_remove(&resident->stale, part)) {
        __offloadcc_resident_send(resident, (struct stretch){0, part.from});
        __offloadcc_stretches_remove(&resident->stale, part);
    }
    while (!__offloadcc_stretches_add(&resident->old, part))
        __offloadcc_resident_fetch(resident, resident->old.items[0]);
}

void __offloadcc_resident_make_stale(struct resident *resident, struct stretch part) {
    if (!__offloadcc_stretches_add(&resident->stale, part)) {
        __offloadcc_resident_fetch(resident, resident_whole(resident));
        resident->stale = (struct stretches){1, {resident_whole(resident)}};
    }
    // The object may end now without a call (before.h), and another be in its place.
    resident->is_enclosed &= resident_is_kept(resident);
}
