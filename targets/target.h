// target.h - what the rest of the compiler knows of a device target.
//
// A target is one const struct in a file of its own, oc_target_<name>. Nothing outside asks which
// target it is working for: it reads these slots. What LLVM does for a target is in
// src/device/targets/lowering.h. The driver and the compiler both use this; it depends on neither
// LLVM nor libclang.
#ifndef OC_TARGET_H
#define OC_TARGET_H

#include "base/text.h"
#include "targets/resources.h"

#include <stdbool.h>
#include <stddef.h>

// External programs, found by the driver (driver/toolchain.h). NULL: not on this machine.
struct oc_tools {
    const char *clang;
    const char *ld;      // GNU ld
    const char *objcopy; // of the same binutils
    const char *lld;     // ld.lld
    const char *ptxas;
};

// What the user's options ask of math in device code.
struct oc_math_mode {
    bool flushes;     // -fgpu-flush-denormals-to-zero
    bool finite_only; // -ffinite-math-only
    bool unsafe;      // -funsafe-math-optimizations
};

// A vendor's library of math functions, bitcode that is installed with its toolkit: it may take the
// place of libclc's.
struct oc_vendor_math {
    const char *name;    // "libdevice": for --offload-math, and for messages
    const char *toolkit; // "CUDA"

    // Where it is in a toolkit, as toolkits had it over time: files relative to its directory,
    // NULL-terminated.
    const char *const *files;
    // What says where that directory is, in this order: options ("--cuda-path=", the toolkit's
    // comes last), environment variables, a program on PATH that is in its bin (or NULL), and where
    // it usually is. The lists are NULL-terminated.
    const char *const *options;
    const char *const *variables;
    const char *program;
    const char *const *directories;

    // Its function of the same meaning as a function of <math.h>, for double and for float:
    // "__nv_sinf" of "sin". Whether it has that one is another question.
    const char *(*symbol)(struct oc_arena *arena, const char *base, bool is_float);

    // The value of a variable that it leaves to the compiler ("__oclc_daz_opt"); false: it is no
    // such variable. NULL: it has none.
    bool (*setting)(const char *variable, const char *arch, const struct oc_math_mode *mode,
                    unsigned *value);
    // The flag of a module by which LLVM tells it that small numbers are flushed to zero; or NULL.
    const char *flush_flag;
};

enum oc_arch_kind {
    OC_ARCH_MAJOR,    // its code runs on what follows, up to the next one: for all-major
    OC_ARCH_PLAIN,    // for all
    OC_ARCH_SPECIFIC, // a variant of the one before, whose code runs there only; named itself
};

// A processor, or a family of them that code can be made for.
struct oc_arch {
    const char *name;
    enum oc_arch_kind kind;
    // What its name may carry, in this order: ":sramecc:xnack" stands for "gfx90a:sramecc+:xnack-",
    // "gfx90a:xnack+" and so on. NULL: nothing.
    const char *features;
};

// The assembler of a target whose images are made of text that LLVM writes (PTX). Other targets'
// images are linked from an object.
struct oc_assembler {
    // LLVM's feature for the version of the text that code for `arch` is written in ("+ptx78"), and
    // those that a user may ask for, oldest first, NULL-terminated.
    const char *(*version)(const char *arch);
    const char *const *versions;

    // Whether the device's driver makes an image of such text when a program needs one: for later
    // processors, and where the assembler is missing.
    bool driver_takes_text;

    // The debug information that it takes with optimised code, a value of cc1's -debug-info-kind;
    // and the newest version of DWARF. Adds its options for debug information: all of it, or lines
    // alone.
    const char *debug_info;
    unsigned dwarf_limit;
    void (*add_debug_options)(struct oc_args *args, bool lines_alone);

    // Its messages are read by driver/refused.h, which knows those of ptxas.

    // A command that prints, among others, the names of all processors that it accepts, in single
    // quotes. Not asked about those that all versions of it know that are in use: `always_accepts`,
    // NULL-terminated.
    void (*add_help_command)(struct oc_args *args, const struct oc_tools *tools);
    const char *const *always_accepts;

    // Whether code for `arch` gains by a newer version of the text than all assemblers take; and
    // LLVM's feature for the version that the one with this help takes, or NULL.
    bool (*gains_by_newer)(const char *arch);
    const char *(*newer_version)(const char *arch, const char *help);
};

// In that text: begins a comment after a statement of inline assembly, which gives the statement's
// place in the source, "FILE:LINE:COLUMN". src/device/assemblyplaces.h writes it, driver/refused.h
// reads it.
#define OC_TARGET_PLACE_MARK "// source: "

// Function and pointer slots may be NULL where their comments say what that means, and only there.
struct oc_target {
    const char *name;            // the family, for messages: "nvptx64"
    const char *triple;          // of the code that runs on the device
    const struct oc_arch *archs; // oldest first; the last one has no name
    const char *arch_form;       // what their names look like, for messages: "'sm_NN' (NVIDIA)"

    // Files of which one is there where a driver for its GPUs is loaded, NULL-terminated:
    // --offload-arch=native asks for GPUs only then. NULL: it has no GPUs.
    const char *const *driver_files;

    // The name of a processor that clang takes for `arch`, where it does not know that one as LLVM
    // does. NULL: it knows them all.
    const char *(*front_cpu)(struct oc_arena *arena, const char *arch);
    // The device is the host's CPU: code is for what -march= and the like say, and the host's
    // object has it too.
    bool is_host_cpu;
    bool is_gpu; // and part of --offload-arch=all

    // LLVM's feature of `arch` for waves of 64 threads, or of 32; "": it has no others; NULL: it
    // has none such. NULL instead of a function: no processor has a choice.
    const char *(*wave_feature)(const char *arch, bool wide);

    // The device is handed a whole grid in one call: the entry takes the geometry as a last
    // argument and runs the blocks itself (libomptarget's host plugin calls a kernel exactly once).
    bool entry_runs_grid;

    // Our device functions as bitcode, and what kernels may call of libclc's
    // (src/device/math/mathreduce.h), or NULL where the C library is there. Names of files in
    // lib/offloadcc.
    const char *builtins;
    const char *libclc;

    // The vendor's library that may be had in place of the latter, or NULL.
    const struct oc_vendor_math *vendor_math;

    // NULL: LLVM makes an object, which a linker makes the image of.
    const struct oc_assembler *assembler;

    const char *text_suffix;  // of assembly in the artifact directory: "ptx", "s"
    const char *image_suffix; // "cubin", "hsaco", "so"
    unsigned image_machine;   // of the ELF file that an image is: EM_CUDA,
    unsigned image_type;      // ET_EXEC

    // The command that makes the image from the code generator's output. Returns NULL, or the name
    // of the program that is missing for it ("ptxas"): then `args` is untouched.
    const char *(*add_image_command)(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output);

    // What a user can do about the missing program, and what happens without it.
    const char *missing_hint;

    // What an image says of a kernel (resources.h), and what the processor has for it. NULL: not
    // known, for that processor or any.
    bool (*resources)(const char *image, size_t length, const char *entry,
                      struct oc_resources *out);
    const struct oc_multiprocessor *(*multiprocessor)(const char *arch);
};

// All targets, GPUs first, NULL-terminated. The build makes this table (cmake/Targets.cmake).
extern const struct oc_target *const oc_targets[];

// The target that an architecture's name belongs to, such as "sm_90" or "gfx90a:xnack+", or NULL.
const struct oc_target *oc_target_of_arch(const char *arch);

// Whether the device's driver makes an image of text (oc_assembler).
bool oc_target_driver_takes_text(const struct oc_target *target);

// The processor in such a name, whether or not what it carries is right, or NULL.
const struct oc_arch *oc_target_find_arch(const struct oc_target *target, const char *arch);

// The processor that such a name says, and LLVM's features for it, with commas between them; "" is
// none. "gfx90a:sramecc+:xnack-" is the processor gfx90a with the features "+sramecc,-xnack".
void oc_target_processor(struct oc_arena *arena, const char *arch, const char **cpu,
                         const char **features);

// Adds the cc1 options that select `arch`: "-target-cpu", "sm_90". Nothing where the device is the
// host's CPU.
void oc_target_add_cpu(struct oc_args *args, const char *arch);

// Whether an image for `left` is to stand before one for `right`: a device gets the first one that
// it runs. Targets are in the order of oc_targets; of one target's, what runs on few devices comes
// before what runs on more.
bool oc_target_precedes(const char *left, const char *right);

#endif
