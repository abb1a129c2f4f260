// probe.h - may this compilation have to do with kernels at all? Answered from the bytes of the
// inputs, in a fraction of the time that clang takes to start.
//
// Headers of the C library and of clang itself are not read, unless a directory of the user's has
// one by the same name: they cannot lead to us, and every program includes dozens of them.
//
// A wrong "no" would lose kernels, so the answers err to "yes": conditionals are not looked at,
// an include of a macro means all that it could (macros.h), and a "yes" only costs a scan.
// Everything read here comes from outside: damaged files never do worse than a wrong answer.
#ifndef OC_DRIVER_PROBE_H
#define OC_DRIVER_PROBE_H

#include "base/file.h"
#include "driver/command.h"

#include <stdbool.h>

// Where the preprocessor looks for files, for all inputs of a command.
struct oc_probe {
    struct oc_arena *arena;
    struct oc_args quote;       // directories for "...", beside the including file's
    struct oc_args angle;       // then the user's, and for <...>
    struct oc_args system;      // then the system's
    struct oc_args forced;      // -include and -imacros
    struct oc_args definitions; // of -D
    bool trigraphs;             // are read
    bool opaque; // options change the search in other ways: what is not found may be anything
};

// `builtin` is the directory of clang's own headers, or NULL.
void oc_probe_init(struct oc_probe *probe, struct oc_arena *arena, const struct oc_command *command,
                   const char *builtin);

// Whether a source can reach the text of offload.h. `content` is the source's text if it has been
// read already (standard input), else NULL. A file that is missing or not regular: no.
bool oc_probe_source(const struct oc_probe *probe, const char *path, enum oc_language language,
                     const struct oc_bytes *content);

// Whether a source can reach the text of an OpenMP `target` directive.
bool oc_probe_regions(const struct oc_probe *probe, const char *path, enum oc_language language,
                      const struct oc_bytes *content);

// Whether what the linker is given (linkline.h) refers to our runtime: objects, archives and
// bitcode, libraries of -l, and what linker scripts name, whatever way they come. Shared libraries
// do not count: they were linked with what they need. A link that makes a relocatable object needs
// nothing.
bool oc_probe_link(struct oc_arena *arena, const struct oc_command *command);

// Whether something among it has device code that clang embedded.
bool oc_probe_link_device_code(struct oc_arena *arena, const struct oc_command *command);

// The same for one file in memory: an object, an archive, bitcode or text. `name` is part of a name
// in it, NULL: of our runtime's. Members of a thin archive are files of their own and are not
// followed here.
bool oc_probe_object(const void *data, size_t length, const char *name);

// Calls `visit` with the file name of each member of a thin archive until it returns true; returns
// whether it did. What is no thin archive has no members. The name is not terminated.
bool oc_probe_thin_members(const void *data, size_t length,
                           bool (*visit)(void *context, const char *name, size_t length),
                           void *context);

// What a linker script names.
enum oc_script_name {
    OC_SCRIPT_FILE, // an input, another script, or a library as -lNAME
    OC_SCRIPT_DIR,  // where libraries are
};

typedef bool oc_probe_script_visit(void *context, enum oc_script_name kind, const char *name,
                                   size_t length);

// Calls `visit` with each name of a file in a linker script until it returns true; returns whether
// it did. A name is not terminated. Any text will do: one that is no script names nothing.
bool oc_probe_script(const void *data, size_t length, oc_probe_script_visit *visit, void *context);

#endif
