// target.h - what the driver and the compiler know about a target of device code.
//
// A target is one const struct in a file of its own, oc_target_<name>. Other code learns only from
// these slots what differs between targets, and never asks for a target's name. What LLVM has to be
// told for a target is in src/device/targets/lowering.h. This folder depends on neither LLVM nor
// libclang.
#ifndef OC_TARGET_H
#define OC_TARGET_H

#include "base/text.h"
#include "targets/resources.h"

#include <stdbool.h>
#include <stddef.h>

// The paths of external programs, which the driver finds (driver/toolchain.h). NULL: the program is
// not on this machine.
struct oc_tools {
    const char *clang;
    const char *ld;      // GNU ld
    const char *objcopy; // of the same binutils
    const char *lld;     // ld.lld
    const char *ptxas;
};

// The user's options for math in device code.
struct oc_math_mode {
    bool flushes;     // -fgpu-flush-denormals-to-zero
    bool finite_only; // -ffinite-math-only
    bool unsafe;      // -funsafe-math-optimizations
};

// A vendor's library of math functions: bitcode that is installed with the vendor's toolkit, and
// may be used instead of libclc.
struct oc_vendor_math {
    const char *name;    // "libdevice": for --offload-math, and for messages
    const char *toolkit; // "CUDA"

    // The file's possible names, relative to the toolkit's directory, in different versions of the
    // toolkit; NULL-terminated.
    const char *const *files;
    // What gives the toolkit's directory, in this order: options ("--cuda-path="; the last in the
    // list is the toolkit's own), environment variables, a program on PATH that is in the toolkit's
    // bin directory (or NULL), and the usual directories. The lists are NULL-terminated.
    const char *const *options;
    const char *const *variables;
    const char *program;
    const char *const *directories;

    // Returns the name of the library's function for a function of <math.h> that is called `base`
    // for double: "__nv_sinf" for "sin" and float. The library need not have it.
    const char *(*symbol)(struct oc_arena *arena, const char *base, bool is_float);
    // Whether the library's sincos returns the sine and takes an address for the cosine. It takes
    // addresses for both otherwise.
    bool returns_sine;

    // Sets the value of a variable that the library expects the compiler to define
    // ("__oclc_daz_opt"). Returns false if the variable is not one of these. NULL: the library has
    // no such variables.
    bool (*setting)(const char *variable, const char *arch, const struct oc_math_mode *mode,
                    unsigned *value);
    // The module flag that tells LLVM whether the library's functions flush denormal numbers to
    // zero; or NULL.
    const char *flush_flag;
};

enum oc_arch_kind {
    OC_ARCH_MAJOR,    // its code also runs on those that follow, up to the next major one; part of
                      // --offload-arch=all-major and all
    OC_ARCH_PLAIN,    // part of --offload-arch=all
    OC_ARCH_SPECIFIC, // a variant of the one before, for which code is compiled only if the user
                      // names it
};

// A processor, or a family of processors that code can be compiled for.
struct oc_arch {
    const char *name;
    enum oc_arch_kind kind;
    // The features that may follow the name, in this order: ":sramecc:xnack" allows
    // "gfx90a:sramecc+:xnack-", "gfx90a:xnack+" and so on. NULL: none.
    const char *features;
};

// The assembler of a target whose images are assembled from text that LLVM writes (PTX). The images
// of other targets are linked from an object.
struct oc_assembler {
    // LLVM's feature for the version of the text that is used for `arch` ("+ptx78"); and the
    // features for all versions that a user may choose, oldest first, NULL-terminated.
    const char *(*version)(const char *arch);
    const char *const *versions;

    // Whether the device's driver can make an image of the text when a program starts. It does so
    // for later processors, and if the assembler is missing.
    bool driver_takes_text;

    // The debug information that the assembler accepts with optimised code, as a value of cc1's
    // -debug-info-kind; and the newest version of DWARF that it accepts. The function adds its
    // options for debug information: for lines alone, or for all debug information.
    const char *debug_info;
    unsigned dwarf_limit;
    void (*add_debug_options)(struct oc_args *args, bool lines_alone);

    // The assembler's messages are read by driver/refused.h, which knows those of ptxas.

    // Adds a command that prints the names of all processors that the assembler accepts, in single
    // quotes, among other text. Adds nothing if there is no assembler. The driver does not ask
    // about the processors in `always_accepts`, which all versions in use accept; NULL-terminated.
    void (*add_help_command)(struct oc_args *args, const struct oc_tools *tools);
    const char *const *always_accepts;

    // Whether code for `arch` gains from a newer version of the text than every assembler accepts;
    // and LLVM's feature for the newer version that the assembler with this help text accepts, or
    // NULL.
    bool (*gains_by_newer)(const char *arch);
    const char *(*newer_version)(const char *arch, const char *help);
};

// Begins a comment in that text after a statement of inline assembly. The rest of the comment is
// the statement's place in the source, "FILE:LINE:COLUMN". src/device/assemblyplaces.h writes it,
// driver/refused.h reads it.
#define OC_TARGET_PLACE_MARK "// source: "

// A function or pointer slot may be NULL only if its comment says what that means.
struct oc_target {
    const char *name;            // the family, for messages: "nvptx64"
    const char *triple;          // of the code that runs on the device
    const struct oc_arch *archs; // oldest first; the last one has no name
    const char *arch_form;       // what their names look like, for messages: "'sm_NN' (NVIDIA)"

    // Files of which at least one exists if a driver for the target's GPUs is loaded,
    // NULL-terminated. Only then does --offload-arch=native look for GPUs. NULL: the target has no
    // GPUs.
    const char *const *driver_files;

    // Returns clang's name for the processor `arch`, which may differ if clang knows fewer
    // processors than LLVM. NULL: clang knows them all.
    const char *(*front_cpu)(struct oc_arena *arena, const char *arch);
    // The device is the host's CPU: options such as -march= select the processor, and the host's
    // object has the same code.
    bool is_host_cpu;
    bool is_gpu; // the target's processors are part of --offload-arch=all

    // Returns LLVM's feature for waves of 64 threads (`wide`) or of 32 on `arch`; "" if it has such
    // waves without a feature; NULL if it does not have them. NULL instead of a function: no
    // processor has a choice.
    const char *(*wave_feature)(const char *arch, bool wide);

    // Returns a feature of LLVM's that is turned on or off for `arch` in all compilations, with its
    // sign ("-real-true16"), or "". NULL instead of a function: "" for all processors.
    const char *(*needed_feature)(const char *arch);

    // The device calls an entry once for a whole grid, as libomptarget's host plugin does. The
    // entry gets the grid's geometry as its last argument, and runs the blocks itself.
    bool entry_runs_grid;

    // Names of files in lib/offloadcc: the bitcode of our device functions, of libclc's functions
    // that kernels may call (src/device/math/mathreduce.h), and of functions of the C library
    // (src/device/clibrary.h). The latter two are NULL if the device has a C library.
    const char *builtins;
    const char *libclc;
    const char *libc;

    // The vendor's library that may be used instead of libclc, or NULL.
    const struct oc_vendor_math *vendor_math;

    // NULL: LLVM makes an object, from which a linker makes the image.
    const struct oc_assembler *assembler;

    const char *text_suffix;  // of assembly in the artifact directory: "ptx", "s"
    const char *image_suffix; // "cubin", "hsaco", "so"
    unsigned image_machine;   // e_machine of an image, which is an ELF file: EM_CUDA
    unsigned image_type;      // its e_type: ET_EXEC

    // Adds the command that makes the image from the code generator's output. Returns NULL, or the
    // name of a program that is needed and missing ("ptxas"); then `args` is not changed.
    const char *(*add_image_command)(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output);

    // What a user can do about the missing program, and what happens without it.
    const char *missing_hint;

    // What an image says about a kernel (resources.h), and the multiprocessors of `arch`. NULL
    // instead of a function, or as the multiprocessor: not known.
    bool (*resources)(const char *image, size_t length, const char *entry,
                      struct oc_resources *out);
    const struct oc_multiprocessor *(*multiprocessor)(const char *arch);
};

// All targets, GPUs first, NULL-terminated. The build generates this table (cmake/Targets.cmake).
extern const struct oc_target *const oc_targets[];

// The target of an architecture with this name, such as "sm_90" or "gfx90a:xnack+"; NULL if the
// name is not valid.
const struct oc_target *oc_target_of_arch(const char *arch);

// Whether the device's driver can make an image of text (oc_assembler).
bool oc_target_driver_takes_text(const struct oc_target *target);

// The processor in such a name, even if the features after it are wrong; or NULL.
const struct oc_arch *oc_target_find_arch(const struct oc_target *target, const char *arch);

// Sets *cpu to the processor in a valid name, and *features to LLVM's features for it, separated by
// commas: "gfx90a:sramecc+:xnack-" is the processor gfx90a with the features "+sramecc,-xnack". The
// version of the assembler's text is among them.
void oc_target_processor(struct oc_arena *arena, const char *arch, const char **cpu,
                         const char **features);

// Adds the cc1 options that select `arch`: "-target-cpu", "sm_90". Adds none if the device is the
// host's CPU.
void oc_target_add_cpu(struct oc_args *args, const char *arch);

// Whether an image for `left` goes before one for `right` in a program. A device gets the first
// image that it can run, so within a target, images for fewer devices go first. Targets are in the
// order of oc_targets.
bool oc_target_precedes(const char *left, const char *right);

#endif
