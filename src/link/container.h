// container.h - containers in LLVM's offload-binary format (llvm/Object/OffloadBinary.h, version
// 1), which llvm-objdump and llvm-offload-binary read. docs/container.md says why they are as they
// are.
#ifndef OC_CONTAINER_H
#define OC_CONTAINER_H

#include "base/arena.h"
#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

// The section of an object of an incomplete unit (model/unit.h) that has its device code. Linkers
// leave it out of programs and libraries (SHF_EXCLUDE). Its containers have one entry with the
// unit, as JSON, whose format is OC_DEVICE_FORMAT_UNIT, and after it one entry with bitcode for
// each architecture.
#define OC_DEVICE_SECTION ".offloadcc.device"
#define OC_DEVICE_FORMAT_UNIT "unit"
#define OC_DEVICE_FORMAT_BITCODE "bc"

// The alignment in bytes of a container and of the images in it. A container's size is a multiple
// of it too, so that the linker adds no padding between two containers.
enum { OC_CONTAINER_ALIGNMENT = 16 };

// LLVM's kinds of images.
enum {
    OC_CONTAINER_OTHER = 0,
    OC_CONTAINER_OBJECT = 1,
    OC_CONTAINER_BITCODE = 2,
    OC_CONTAINER_CUBIN = 3,
    OC_CONTAINER_PTX = 5,
};

// What a container says of an image: "triple", "arch", "format" and the like.
struct oc_container_pair {
    const char *key, *value;
};

struct oc_container_entry {
    unsigned kind; // one of LLVM's
    struct oc_container_pair *pairs;
    size_t pair_count;
    struct oc_bytes bytes; // read: a part of the section, so no NUL follows
    bool ends_with_null;   // written: a null byte is to follow, which does not count
};

// Returns a container with these entries, in LLVM's version 1, which has one entry in a file: so
// each entry is a container of its own, and they follow one another.
struct oc_bytes oc_container_write(struct oc_arena *arena, const struct oc_container_entry *entries,
                                   size_t count);

// Reads all containers of a section, whatever its bytes are. Returns false if they are not
// containers; `*fault` then says why, as a clause: "its containers end early".
bool oc_container_read(struct oc_arena *arena, struct oc_bytes section,
                       struct oc_container_entry **entries, size_t *count, const char **fault);

// The value of a pair; NULL if there is none.
const char *oc_container_value(const struct oc_container_entry *entry, const char *key);

#endif
