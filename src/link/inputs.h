// inputs.h - the incomplete units among the files that a link reads.
#ifndef OC_INPUTS_H
#define OC_INPUTS_H

#include "link/connect.h"
#include "link/container.h"
#include "link/object.h"

// A file of the link, in its order.
struct oc_link_file {
    const char *path; // of an object or an archive; others are passed over
    bool whole;       // an archive of which all members are taken
};

// The device code of one architecture in a unit's object.
struct oc_linked_code {
    const char *arch, *options; // options: words, each ended by a newline
    struct oc_bytes bitcode;    // no NUL follows
};

struct oc_link_unit {
    struct oc_linked_unit unit;
    struct oc_linked_code *codes;
    size_t code_count;
};

// Reads an object that is not ELF, as oc_object_read reads those.
typedef bool oc_object_reader(struct oc_arena *arena, struct oc_bytes file, const char *section,
                              struct oc_object *out);

struct oc_link_inputs {
    struct oc_link_unit *units;
    size_t count;
    struct oc_link_part *parts; // private: all objects, members and shared libraries
    size_t part_count;
};

// Reads the files, and finds the units of the objects and of those members of archives that the
// linker takes. Reports what is damaged, or made by another version, and names it. Returns false
// after a report.
bool oc_inputs_read(struct oc_arena *arena, const struct oc_link_file *files, size_t count,
                    oc_object_reader *other, struct oc_diag *diag, struct oc_link_inputs *out);

// The file, or member, that defines a symbol for the host, whether it is taken or not; NULL: none
// does. *is_shared: it is a shared library.
const char *oc_inputs_definer(const struct oc_link_inputs *inputs, const char *name,
                              bool *is_shared);

#endif
