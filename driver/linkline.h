// linkline.h - what a link reads: the words of the linker's command line that name files.
//
// The driver's options and what -Wl, and -Xlinker hand on become one list of words, response files
// in it are opened, and it is read as GNU ld reads its own. gold, lld and mold name their inputs by
// the same options. Options of clang's configuration files are not seen.
#ifndef OC_DRIVER_LINKLINE_H
#define OC_DRIVER_LINKLINE_H

#include "driver/command.h"

enum oc_link_kind {
    OC_LINK_FILE,     // an object, an archive, a linker script, ...
    OC_LINK_COMPILED, // a file that clang compiles first: LLVM's IR or assembly
    OC_LINK_LIBRARY,  // -lNAME; ":NAME" is a file's whole name
};

struct oc_link_input {
    enum oc_link_kind kind;
    const char *name;
    bool is_static; // of libraries: lib*.so is not looked for
};

struct oc_linkline {
    struct oc_link_input *inputs;
    size_t count, capacity;
    struct oc_args dirs; // of -L, in order, then of LIBRARY_PATH
    const char *sysroot; // or NULL
    bool relocatable;    // -r
};

// Never fails: a response file that cannot be read names nothing.
void oc_linkline_read(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_linkline *out);

// Adds an input: for scripts, which name more.
void oc_linkline_add(struct oc_arena *arena, struct oc_linkline *line, enum oc_link_kind kind,
                     const char *name, bool is_static);

// A path that begins with '=' or $SYSROOT is one in the system's root.
const char *oc_linkline_path(struct oc_arena *arena, const struct oc_linkline *line,
                             const char *path);

#endif
