// linkline.h - what a link reads: the words of the linker's command line that name files.
//
// The driver's options and the words of -Wl, and -Xlinker are combined to one list. Response files
// in it are expanded, and it is read by the rules of GNU ld. gold, lld and mold use the same
// options for inputs. Options in clang's configuration files are ignored.
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

// Collects the inputs of the command's link. A response file that cannot be read is ignored.
void oc_linkline_read(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_linkline *out);

// Adds an input that a linker script names.
void oc_linkline_add(struct oc_arena *arena, struct oc_linkline *line, enum oc_link_kind kind,
                     const char *name, bool is_static);

// The path itself, or, if it begins with '=' or $SYSROOT, that path in the system root.
const char *oc_linkline_path(struct oc_arena *arena, const struct oc_linkline *line,
                             const char *path);

#endif
