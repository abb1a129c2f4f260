// resolve.h - which objects take part in a link of the host's code, and what device code they have
// that is still to be linked.
//
// The linker decides that later, so this follows its rules. By those of GNU ld,
//
//   - an object takes part, and so does each member of an archive that is wholly linked;
//   - an archive is searched once, where it stands, and the archives of a group until none of them
//     has anything more;
//   - a member is taken if it defines a symbol that is undefined until then. A weak reference does
//     not take a member. A tentative definition (common) takes one that has a definition proper.
//     What a member refers to may take further members of the same archive;
//   - what a shared library defines is defined, and what it refers to may take members. A library
//     after --as-needed counts, even if the linker finds that it is not needed.
//
// By those of lld and mold, archives are searched again whenever a symbol becomes undefined,
// wherever they stand; the first archive that has a symbol gives it. Tentative definitions take
// nothing there, as with lld's default.
//
// The linker reports what is wrong with its inputs. Files that cannot be read, and those of other
// kinds than objects, archives and libraries, are passed over here. Damaged files are reported only
// if there is device code: otherwise nothing depends on them.
//
// Symbols are not looked at if no member of an archive that is searched has device code. A link
// without device code costs a look at the names of sections.
//
// Bitcode (-flto) has no symbols here: what only bitcode refers to takes no members.
#ifndef OC_LINK_RESOLVE_H
#define OC_LINK_RESOLVE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/slice.h"
#include "link/containers.h"
#include "link/object.h"

// A file of the link, in the order of the command. The bytes tell what it is. Linker scripts are
// replaced by what they name.
struct oc_resolve_input {
    const char *path;
    struct oc_slice bytes; // its content; data is NULL: the file is mapped into memory
    bool is_whole;         // an archive after --whole-archive
    unsigned group;        // neighbours with the same number are a group (--start-group); 0: none
};

struct oc_resolve_request {
    const struct oc_resolve_input *inputs;
    size_t input_count;
    const char *const *undefined; // symbols that are undefined from the beginning: -u, --entry
    size_t undefined_count;
    bool any_order; // lld's and mold's rule for archives
};

// An object that takes part and has device code.
struct oc_resolved_object {
    const char *name;      // for messages: "x.o", "lib.a(x.o)"
    struct oc_slice bytes; // the whole object
    const struct oc_entry *entries;
    size_t entry_count; // not 0
};

struct oc_resolve_state;

struct oc_resolved {
    const struct oc_resolved_object *objects; // in the order of the link
    size_t count;
    bool has_bitcode;               // a file, or a member of an archive, is bitcode
    struct oc_resolve_state *state; // private: what oc_resolve_find needs, and the mapped files
};

// Finds the objects. Reports an error and returns false if there is device code, and one of the
// files, or the device code, is damaged; nothing is to be released then. What is found lives until
// it is released, the arena is, or the caller's bytes go away. The arrays of the request must live
// as long. A file that others make shorter meanwhile raises SIGBUS, as it does in linkers.
bool oc_resolve(struct oc_arena *arena, const struct oc_resolve_request *request,
                struct oc_diag *diag, struct oc_resolved *out);

// Gives the next object that takes part, with device code or without. *at is 0 before the first
// call. Returns false after the last one. Members of archives are among them only where symbols
// have been looked at, as they are if members that are searched have device code.
bool oc_resolve_next(const struct oc_resolved *resolved, size_t *at, struct oc_object *out);

// Where a symbol of the host's code comes from.
struct oc_resolve_definer {
    const char *name;     // for messages: "x.o", "lib.a(x.o)", "libx.so"
    bool takes_part;      // false: a member of an archive that the link does not take
    bool is_shared;       // a shared library
    bool has_device_code; // that is still to be linked
};

// Finds the file that defines a symbol. This is the file that the link binds the symbol to. If the
// link leaves the symbol undefined, it is the first archive member that defines it. Returns false
// if no file defines the symbol. Slow, since it may read all symbols of all files: for messages.
bool oc_resolve_find(struct oc_resolved *resolved, const char *symbol,
                     struct oc_resolve_definer *out);

// Unmaps the files. A zeroed struct may be released.
void oc_resolve_release(struct oc_resolved *resolved);

#endif
