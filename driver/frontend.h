// frontend.h - clang's cc1 command for the host, turned into the ones that we run.
//
// clang's driver knows how a user's options become those of its compiler proper (cc1). We take its
// cc1 line, as `clang -###` prints it, and change no more than what the pass is about. Options that
// a later LLVM adds are kept by default; what concerns code generation for the host is listed in
// frontend.c.
#ifndef OC_DRIVER_FRONTEND_H
#define OC_DRIVER_FRONTEND_H

#include "base/text.h"
#include "targets/target.h"

#include <stdbool.h>

struct oc_frontend {
    const struct oc_args *cc1; // clang's own command for the source
    const char *source;        // as given
    const char *overlay;       // a VFS overlay's path
    const char *output;
    bool color;
    bool lines;   // the host's: with the lines of its code, whatever the user asks for; its back
                  // end's: for messages alone, without a file but the output
    bool flushes; // a GPU's: denormal numbers become zeros
    const char
        *math; // a GPU's: a file that its code depends on, though no source names it; or NULL
    const char *feature; // a device's: one more of the processor's; or NULL
};

// The host's front end: source to unoptimised bitcode. Dependency files are written here.
void oc_frontend_host(const struct oc_frontend *what, struct oc_args *out);

// A device's: with `depfile` as Makefile rules of all that was read, system headers too.
void oc_frontend_device(const struct oc_frontend *what, const struct oc_target *target,
                        const char *arch, const char *depfile, struct oc_args *out);

// Whether the command names plug-ins of LLVM's: by -fpass-plugin, or by -fplugin or -Xclang -load
// where a plug-in of clang's has passes of LLVM's too. They run over the host's bitcode in its back
// end.
bool oc_frontend_has_plugins(const struct oc_args *cc1);

// Runs LLVM's plug-ins over a device's bitcode, and what clang runs at -O0 beside them; nothing is
// optimised. Their own options (-mllvm) are the command's.
void oc_frontend_plugins(const struct oc_frontend *what, const struct oc_target *target,
                         const char *arch, const char *input, struct oc_args *out);

// Whether the host's back end puts the name of its input into the object: for sanitizers, which
// say where a variable is. The overlay then shows the bitcode under the source's name.
bool oc_frontend_names_input(const struct oc_args *cc1);

// The host's back end: from the bitcode `input` to what was asked for, with the user's own options.
void oc_frontend_backend(const struct oc_frontend *what, const char *input, struct oc_args *out);

// Whether clang's back end is asked for an object and for nothing else that our own would not do:
// no debug information, instrumentation, sections or hardening. An option that is not known to be
// harmless is not.
bool oc_frontend_is_plain(const struct oc_args *cc1);

// Whether the host's front end makes the same of kernels as the front end of a device that is the
// host's CPU, for a plain command.
bool oc_frontend_serves_device(const struct oc_args *cc1);

// What our own back end is told of a plain command: triple, level, relocation model, processor.
void oc_frontend_machine(const struct oc_args *cc1, struct oc_args *out);

// What our device step is told of how exact math is to be.
void oc_frontend_math(const struct oc_args *cc1, struct oc_args *out);

// Whether the user asks for debug information (-g).
bool oc_frontend_wants_debug(const struct oc_args *cc1);

// Whether a device's code is to have lines alone, of what the command asks for; for commands that
// want debug information.
bool oc_frontend_wants_lines_alone(const struct oc_args *cc1, const struct oc_target *target);

// The user's dependency file alone, and whether there is one to write.
bool oc_frontend_wants_dependencies(const struct oc_args *cc1);
void oc_frontend_dependencies(const struct oc_frontend *what, struct oc_args *out);

// The letter of the optimisation level: '0', '1', '2', '3', 's' or 'z'.
char oc_frontend_level(const struct oc_args *cc1);

#endif
