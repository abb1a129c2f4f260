// frontend.h - clang's cc1 command for the host, turned into the ones that we run.
//
// clang's driver knows how a user's options become those of its compiler proper (cc1). We take its
// cc1 line, as `clang -###` prints it, and change only what the pass needs. Options that a later
// LLVM adds are kept by default. frontend.c lists the options about code generation for the host.
#ifndef OC_DRIVER_FRONTEND_H
#define OC_DRIVER_FRONTEND_H

#include "base/text.h"
#include "targets/target.h"

#include <stdbool.h>

struct oc_frontend {
    const struct oc_args *cc1; // clang's own command for the source
    const char *source;        // as given
    const char *overlay;       // path of the VFS overlay that appends the glue to the source
    const char *output;        // path of the output file
    bool color;                // messages are coloured
    // Host only. Front end: line tables are made even without -g. Back end: it is run for its
    // messages, and writes no file except the output.
    bool lines;
    bool flushes;        // GPUs only: denormal numbers become zeros
    const char *math;    // GPUs only: the library of math functions, a dependency; or NULL
    const char *feature; // devices only: an additional feature of the processor; or NULL
};

// Adds the command of the host's front end, from the source to unoptimised bitcode. It also writes
// the user's dependency file.
void oc_frontend_host(const struct oc_frontend *what, struct oc_args *out);

// Adds the command of a device's front end. It writes Makefile rules with all files that it reads,
// system headers too, to `depfile`.
void oc_frontend_device(const struct oc_frontend *what, const struct oc_target *target,
                        const char *arch, const char *depfile, struct oc_args *out);

// Whether the command may load LLVM plug-ins: by -fpass-plugin, or by -fplugin or -Xclang -load,
// since a clang plug-in may have LLVM passes too. They run on the host's bitcode in its back end.
bool oc_frontend_has_plugins(const struct oc_args *cc1);

// Adds a command that runs LLVM's plug-ins on a device's bitcode, with clang's passes of -O0:
// nothing is optimised. The plug-ins get their options (-mllvm) from the user's command.
void oc_frontend_plugins(const struct oc_frontend *what, const struct oc_target *target,
                         const char *arch, const char *input, struct oc_args *out);

// Whether the host's back end writes the name of its input to the object, as for sanitizers, which
// report where a variable is. Then the overlay shows the bitcode under the source's name.
bool oc_frontend_names_input(const struct oc_args *cc1);

// Adds the command of the host's back end, from the bitcode `input` to the output that the user
// wants, with the user's options.
void oc_frontend_backend(const struct oc_frontend *what, const char *input, struct oc_args *out);

// Whether the command makes an object and is "plain", so that our own back end can compile it: no
// debug information, instrumentation, sections or hardening. A command with an option that is not
// known to be harmless is not plain.
bool oc_frontend_is_plain(const struct oc_args *cc1);

// For a plain command: whether the host's front end compiles kernels to the same code as the front
// end of the x86-64 device.
bool oc_frontend_serves_device(const struct oc_args *cc1);

// Adds our own back end's options for a plain command: triple, level, relocation model, processor.
void oc_frontend_machine(const struct oc_args *cc1, struct oc_args *out);

// Adds the device step's options --math=finite and --math=unsafe, if the command allows them.
void oc_frontend_math(const struct oc_args *cc1, struct oc_args *out);

// Whether the user asks for debug information (-g).
bool oc_frontend_wants_debug(const struct oc_args *cc1);

// For commands with debug information: whether a device's code gets only line directives.
bool oc_frontend_wants_lines_alone(const struct oc_args *cc1, const struct oc_target *target);

// Whether the user wants a dependency file.
bool oc_frontend_wants_dependencies(const struct oc_args *cc1);

// Adds a command that writes only the user's dependency file.
void oc_frontend_dependencies(const struct oc_frontend *what, struct oc_args *out);

// The letter of the optimisation level: '0', '1', '2', '3', 's' or 'z'.
char oc_frontend_level(const struct oc_args *cc1);

#endif
