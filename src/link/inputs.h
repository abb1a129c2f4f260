// inputs.h - the incomplete units among the files that a link reads.
#ifndef OC_INPUTS_H
#define OC_INPUTS_H

#include "link/connect.h"
#include "link/resolve.h"

// The formats of a unit's entries in OC_DEVICE_SECTION (containers.h): first the unit, as JSON,
// then bitcode for each architecture, with the pairs "arch" and "options". Each has a pair "hash",
// of the content without places in the source.
#define OC_DEVICE_FORMAT_UNIT "unit"
#define OC_DEVICE_FORMAT_BITCODE "bc"

// A file of the link, in its order.
struct oc_input_file {
    const char *path; // of an object, an archive or a shared library; others are passed over
    bool whole;       // an archive of which all members are taken
};

// The device code of one architecture in a unit's object.
struct oc_linked_code {
    const char *arch, *options; // options: words, each ended by a newline
    const char *hash;           // of the bitcode
    struct oc_slice bitcode;
};

struct oc_link_unit {
    struct oc_linked_unit unit;
    const char *hash; // of the unit's description
    struct oc_linked_code *codes;
    size_t code_count;
};

// What a link has to know of an object that is bitcode.
struct oc_bitcode_object {
    struct oc_slice *sections; // with the name that was asked for
    size_t section_count;
    const char **undefined; // symbols, without weak ones
    size_t undefined_count;
    const char **weak; // symbols, defined or not
    size_t weak_count;
};

// Reads such an object. Returns false if it is not bitcode.
typedef bool oc_bitcode_reader(struct oc_arena *arena, struct oc_slice file, const char *section,
                               struct oc_bitcode_object *out);

struct oc_link_inputs {
    struct oc_link_unit *units;
    size_t count;
    // Set by the caller, for messages: how paths of objects begin that the user did not name, as
    // they were made for this link; NULL: there are none.
    const char *temporary;
    struct oc_resolved resolved; // private
};

// Reads the files, and finds the units of the objects and of those members of archives that the
// linker takes. Of archives' members that are bitcode, all are taken. Reports what is damaged, or
// made by another version, and names it. Returns false after a report.
bool oc_inputs_read(struct oc_arena *arena, const struct oc_input_file *files, size_t count,
                    oc_bitcode_reader *read_bitcode, struct oc_diag *diag,
                    struct oc_link_inputs *out);

// Adds a unit that is in none of the files, unless a unit with its id is there. `symbols` are of
// its code.
void oc_inputs_add(struct oc_arena *arena, struct oc_link_inputs *inputs,
                   const struct oc_link_unit *unit, const struct oc_bitcode_object *symbols);

// The file, or member, that defines a symbol for the host, whether it is taken or not; NULL: none
// does. *is_shared: it is a shared library.
const char *oc_inputs_definer(struct oc_link_inputs *inputs, const char *name, bool *is_shared);

#endif
