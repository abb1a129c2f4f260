// containers.h - device code in LLVM's offload-binary format (llvm/Object/OffloadBinary.h, version
// 1), which llvm-objdump and llvm-offload-binary read.
//
// A container is a header, one entry, pairs of strings, and an image: bytes of which the entry says
// the kind. Several images are several containers, one after the other. Each begins at a multiple
// of 16, and so does the image in it, counted from the first container. A container's size is such
// a multiple too. So a linker that joins sections of containers adds nothing between them.
//
// Version 2, in which a container has several entries, is newer than LLVM 22 and is refused, as
// LLVM 22 does.
#ifndef OC_LINK_CONTAINERS_H
#define OC_LINK_CONTAINERS_H

#include "base/arena.h"
#include "base/file.h"
#include "base/slice.h"

// The section of an object for device code that is still to be linked. Linkers drop it from
// programs (SHF_EXCLUDE); ld -r keeps it.
#define OC_DEVICE_SECTION ".offloadcc.device"

enum { OC_CONTAINERS_ALIGNMENT = 16 };

// LLVM's ImageKind, with its numbers. Later versions of LLVM may have more.
enum oc_entry_kind {
    OC_ENTRY_OTHER = 0, // IMG_None
    OC_ENTRY_OBJECT = 1,
    OC_ENTRY_BITCODE = 2,
    OC_ENTRY_CUBIN = 3,
    OC_ENTRY_FATBINARY = 4,
    OC_ENTRY_PTX = 5,
    OC_ENTRY_SPIRV = 6,
};

struct oc_entry_pair {
    const char *key, *value; // NUL-terminated
};

struct oc_entry {
    uint16_t kind; // enum oc_entry_kind, or another number
    const struct oc_entry_pair *pairs;
    size_t pair_count;
    struct oc_slice image;
    // Writing: a null byte follows the image, which is not counted in it, as for text. Reading does
    // not set this.
    bool ends_with_null;
};

// The most pairs of an entry. Reading refuses more, and writing is not given more.
enum { OC_ENTRY_MAX_PAIRS = 256 };

// Makes the containers of `count` entries, in this order. The result is on the arena. It is the
// same bytes for the same entries.
struct oc_bytes oc_containers_write(struct oc_arena *arena, const struct oc_entry *entries,
                                    size_t count);

// Gives the entry of the next container, and sets *at to the end of that. *at is 0 before the first
// call. Zero bytes between containers are passed over. Returns false after the last container, and
// where the bytes are damaged: *fault is then what is wrong, as a clause for messages. It is NULL
// otherwise. The strings and the image are parts of `bytes`; the array of pairs is on the arena.
// The bytes may be anything; nothing outside of them is read.
bool oc_containers_next(struct oc_arena *arena, struct oc_slice bytes, size_t *at,
                        struct oc_entry *out, const char **fault);

// The value of a key, the first one if there are several. NULL: the entry has no such key.
const char *oc_entry_value(const struct oc_entry *entry, const char *key);

#endif
