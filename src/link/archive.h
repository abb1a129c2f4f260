// archive.h - the members of an archive (ar(5)): GNU's form, BSD's, and GNU's thin archives.
//
// Members are given as they are in the archive; what they are themselves is not looked at. So an
// archive in an archive is one member, as it is for linkers. Symbol tables and tables of names are
// not members; neither are members of other archives that a thin archive refers to. Nothing is
// copied: names and contents are parts of the archive's bytes. The bytes may be anything; nothing
// outside of them is read.
#ifndef OC_LINK_ARCHIVE_H
#define OC_LINK_ARCHIVE_H

#include "base/arena.h"
#include "base/slice.h"

struct oc_archive {
    struct oc_slice bytes;
    bool is_thin;
    struct oc_slice names; // the table of long names, once that was passed
    size_t next;           // offset of the next member's header
};

struct oc_archive_member {
    struct oc_slice name;  // as it is stored: "x.o"; in a thin archive a path: "objects/x.o"
    struct oc_slice bytes; // data is NULL: the content is in a file of that name (thin archives)
};

// Whether these are an archive's first bytes; *out is then ready for oc_archive_next.
bool oc_archive_open(struct oc_slice bytes, struct oc_archive *out);

// Gives the next member. Returns false after the last one, and where the archive is damaged: *fault
// is then what is wrong, as a clause for messages. It is NULL otherwise.
bool oc_archive_next(struct oc_archive *archive, struct oc_archive_member *out, const char **fault);

// The member's name for messages: "lib.a(x.o)". Bytes that are not printable become '?'.
const char *oc_archive_label(struct oc_arena *arena, const char *archive_path,
                             struct oc_slice name);

// The path of a thin archive's member, whose name is relative to the archive's directory. NULL if
// the name cannot be one of a file, since it is empty or has a null byte.
const char *oc_archive_path(struct oc_arena *arena, const char *archive_path, struct oc_slice name);

#endif
