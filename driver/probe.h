// probe.h - whether a compilation may involve kernels at all, found from the bytes of the inputs in
// a fraction of the time that clang needs to start.
//
// Headers of the C library and of clang itself are not read, unless a directory of the user has a
// header with the same name: they never include offload.h, and every program includes dozens of
// them.
//
// A wrong "no" would lose kernels, so in doubt the answer is "yes", which costs only a scan:
// conditionals are ignored, and an #include of a macro counts as all files that it can mean
// (macros.h). All files read here are outside data: a damaged file causes a wrong answer at worst.
#ifndef OC_DRIVER_PROBE_H
#define OC_DRIVER_PROBE_H

#include "base/file.h"
#include "driver/command.h"

#include <stdbool.h>

// Where the preprocessor looks for files, for all inputs of a command.
struct oc_probe {
    struct oc_arena *arena;
    struct oc_args quote;       // directories for "...", after that of the including file
    struct oc_args angle;       // directories of -I, for "..." after those above, and for <...>
    struct oc_args system;      // system directories, after those
    struct oc_args forced;      // files of -include and -imacros
    struct oc_args definitions; // values of -D
    bool trigraphs;             // trigraphs are on
    bool
        opaque; // options change the search in other ways: a file that is not found may be anywhere
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

// Whether an input of the linker (linkline.h) refers to our runtime: objects, archives, bitcode,
// libraries of -l, and files that linker scripts name. Shared libraries do not count, since they
// were linked with the libraries that they need. For a link that makes a relocatable object, the
// answer is no.
bool oc_probe_link(struct oc_arena *arena, const struct oc_command *command);

// Whether one of these inputs contains device code that clang has embedded.
bool oc_probe_link_device_code(struct oc_arena *arena, const struct oc_command *command);

// Whether one of them is of an incomplete unit (src/host/unlinked.h).
bool oc_probe_link_units(struct oc_arena *arena, const struct oc_command *command);

// The same for one file in memory: an object, an archive, bitcode or text. `name` is the part of a
// symbol's name to look for; NULL: a name of our runtime. The members of a thin archive are
// separate files, which are not read here.
bool oc_probe_object(const void *data, size_t length, const char *name);

// Calls `visit` with the file name of each member of a thin archive until it returns true; returns
// whether it did. A file that is not a thin archive has no members. The name is not NUL-terminated.
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
// it did. A name is not NUL-terminated. The text may be anything; if it is not a script, it names
// nothing.
bool oc_probe_script(const void *data, size_t length, oc_probe_script_visit *visit, void *context);

#endif
