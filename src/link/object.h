// object.h - what a link needs to know of an object: its symbols and some of its sections. Objects
// are data from outside: whatever the bytes are, nothing outside of them is read.
//
// Formats: System V ABI (ELF-64 little-endian), ar(5) in its GNU, BSD and thin forms.
#ifndef OC_LINK_OBJECT_H
#define OC_LINK_OBJECT_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

struct oc_object_symbol {
    const char *name;
    bool is_defined; // common symbols are
    bool is_weak;
};

struct oc_object {
    struct oc_object_symbol *symbols; // those that are not local
    size_t symbol_count;
    struct oc_bytes *sections; // with the name that was asked for; no NUL follows
    size_t section_count;
};

// Reads a relocatable object. Returns false if it is not one for this machine, or is damaged.
bool oc_object_read(struct oc_arena *arena, struct oc_bytes file, const char *section,
                    struct oc_object *out);

// Reads the symbols that a shared library defines. Returns false if it is not one for this machine,
// or is damaged.
bool oc_shared_read(struct oc_arena *arena, struct oc_bytes file, struct oc_object *out);

struct oc_archive_member {
    const char *name;      // "b.o"
    struct oc_bytes bytes; // no NUL follows. Of a thin archive: zero, the member is a file
};

bool oc_archive_is(struct oc_bytes file, bool *is_thin);

// Lists the members of an archive, without its tables, up to the first one that is damaged.
void oc_archive_read(struct oc_arena *arena, struct oc_bytes file,
                     struct oc_archive_member **members, size_t *count);

#endif
