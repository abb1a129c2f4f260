// target.h - what the rest of the compiler knows of a device target.
//
// A target is one const struct in a file of its own; adding a target is adding a file and a line in
// target.c. Nothing outside targets/ asks which target it is working for: it reads these slots.
// The driver and the compiler both use this; it depends on neither LLVM nor libclang.
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

// An atomic read-modify-write operation of LLVM's (atomicrmw).
struct oc_atomic {
    const char *scope; // its name in IR
    enum {
        OC_ATOMIC_OTHER,
        OC_ATOMIC_EXCHANGE,
        OC_ATOMIC_ADD,
        OC_ATOMIC_AND,
        OC_ATOMIC_OR,
        OC_ATOMIC_XOR,
        OC_ATOMIC_MIN,
        OC_ATOMIC_MAX,
        OC_ATOMIC_UNSIGNED_MIN,
        OC_ATOMIC_UNSIGNED_MAX,
        OC_ATOMIC_INCREMENT,
        OC_ATOMIC_DECREMENT,
    } operation;
    enum { OC_ATOMIC_INTEGER, OC_ATOMIC_FLOAT, OC_ATOMIC_BFLOAT } type;
    unsigned bits;
    enum { OC_ATOMIC_ANYWHERE, OC_ATOMIC_GLOBAL, OC_ATOMIC_SHARED } space;
};

struct oc_target {
    const char *name;            // the family, for messages: "nvptx64"
    const char *triple;          // of the code that runs on the device
    const struct oc_arch *archs; // oldest first; the last one has no name

    // Adds the cc1 options that select `arch`: "-target-cpu", "sm_90".
    // keeps_host_cpu: the device is the host's CPU, whose own -target-cpu and features are kept
    // instead.
    void (*add_cpu)(struct oc_args *args, const char *arch);
    bool keeps_host_cpu;
    bool is_gpu; // and part of --offload-arch=all

    // The features of LLVM's that code for `arch` is generated with ("+ptx78"); NULL: those that
    // its name tells.
    const char *(*features)(const char *arch);

    // LLVM's feature of `arch` for waves of 64 threads, or of 32; "": it has no others; NULL: it
    // has none such. A target without a choice has no function.
    const char *(*wave_feature)(const char *arch, bool wide);

    // The LLVM calling convention number of an entry (llvm/IR/CallingConv.h), 0 for C's.
    unsigned entry_convention;

    // The address space of a block's shared memory, and how many bytes of static variables a kernel
    // may have there. 0: shared variables are in ordinary memory (src/cpu/cpu.h).
    unsigned shared_space;
    unsigned shared_dwarf_space; // DWARF's number of it, for debuggers; 0: none
    unsigned long (*shared_limit)(const char *arch);

    // The name in IR of a scope of atomics, one of clang's __MEMORY_SCOPE_ numbers, on `arch`; ""
    // is the whole system. NULL: clang itself gives scoped atomics their scopes.
    const char *(*atomic_scope)(const char *arch, unsigned long scope);
    // The instruction for an atomic read-modify-write operation whose scope LLVM's code generator
    // would lose, as inline assembly: $0 is the result, $1 the address, $2 the operand. NULL: the
    // code generator keeps the scope.
    const char *(*atomic_text)(struct oc_arena *arena, const char *arch,
                               const struct oc_atomic *atomic);
    // Metadata by which the front end promises that an atomic operation's memory is the device's
    // own, NULL-terminated. It does so whatever the scope, but other scopes than the system's are
    // the only ones where that is a safe promise. NULL: none.
    const char *const *atomic_promises;
    // Whether the loads and stores of `arch` have no order. NULL: they have.
    bool (*lacks_atomic_order)(const char *arch);
    // Whether the code generator takes all read-modify-write operations for relaxed ones.
    bool forgets_atomic_order;
    // Whether the device's library has lane functions for whole warps (src/device/whole.h).
    bool whole_warps;
    // Whether the code generator copies memory in narrow accesses (src/device/moves.h).
    bool narrow_copies;
    // Whether fences for the thread itself (atomic_signal_fence), which only hold the compiler
    // back, cannot be lowered.
    bool lacks_signal_fences;

    // LLVM's attribute of an entry for the most threads of its blocks, and what stands before the
    // number in its value. NULL: there is none.
    const char *block_limit, *block_limit_prefix;

    // LLVM's attribute of an entry for the most registers that its code may use of a thread, and
    // how many all threads of a block have together. NULL: LLVM itself leaves room for the largest
    // block.
    const char *register_limit;
    unsigned block_registers;

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

    // The intrinsic for an approximate log2f, where llvm.log2.f32 has no lowering; or NULL.
    const char *approximate_log2;

    // String attributes of LLVM's that hold for all device code, for what it cannot see behind a
    // call through a pointer; NULL-terminated. NULL: none.
    const char *const *attributes;

    // Undefined functions that the device's runtime or driver provides ("vprintf"),
    // NULL-terminated. NULL: none.
    const char *const *provides;

    // Functions of LLVM's that code for `arch`, with this feature or none (NULL), cannot use, each
    // followed by the one of `builtins` that does the same, NULL-terminated. NULL: none.
    const char *const *(*substitutes)(const char *arch, const char *feature);

    // The same for functions that are not optimised (optnone). NULL: none.
    const char *const *(*substitutes_unoptimised)(const char *arch);

    // The variable of `builtins` by which kernels ask the host for something, and which the
    // device's runtime looks for (src/builtins/rpc.h): where code uses it, it is kept and seen from
    // outside, and the image's marker has its address (src/runtime/devices/messages.h). NULL: none.
    const char *rpc_client;

    // Names of variables and functions that its assembler takes for something of its own,
    // NULL-terminated. NULL: none.
    const char *const *reserved;

    // Options of LLVM's own (as clang's -mllvm) for its code generator, NULL-terminated. NULL:
    // none.
    const char *const *code_options;
    // One more, which makes pointers to shared memory numbers of 32 bits. NULL: they are what they
    // are.
    const char *short_pointers;

    // The debug information that its assembler takes with optimised code, a value of cc1's
    // -debug-info-kind. NULL: whatever the user asks for.
    const char *debug_info;
    // Adds what the command of add_image_command needs for debug information: all of it, or lines
    // alone. NULL: nothing.
    void (*add_debug_options)(struct oc_args *args, bool lines_alone);

    // The newest version of DWARF that its assembler or debugger takes. 0: any.
    unsigned dwarf_limit;

    // Whether the code generator's output is text that an assembler turns into the image (PTX), or
    // an object that a linker does.
    bool emits_text;
// In that text: begins a comment after a statement of inline assembly, which gives the statement's
// place in the source, "FILE:LINE:COLUMN". src/device/assemblyplaces.h writes it, driver/refused.h
// reads it.
#define OC_TARGET_PLACE_MARK "// source: "
    // Whether the device's driver makes an image of such text when a program needs one: for later
    // processors, and where the assembler is missing.
    bool driver_takes_text;
    const char *text_suffix;  // of assembly in the artifact directory: "ptx", "s"
    const char *image_suffix; // "cubin", "hsaco", "so"

    // The command that makes the image from the code generator's output. Returns NULL, or the name
    // of the program that is missing for it ("ptxas"): then `args` is untouched.
    const char *(*add_image_command)(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output);

    // A command that prints, among others, the names of all processors that the program of
    // add_image_command accepts, in single quotes; for what is not in `always_assembled`,
    // NULL-terminated, which all versions of it know that are in use. NULL: it accepts those in
    // `archs`.
    void (*add_help_command)(struct oc_args *args, const struct oc_tools *tools);
    const char *const *always_assembled;
    // Whether code for `arch` gains by a newer version of the assembler's language than all
    // assemblers take; and LLVM's feature for the version that one with this help takes, or NULL.
    // NULL: no code does.
    bool (*gains_by_assembler)(const char *arch);
    const char *(*assembler_feature)(const char *arch, const char *help);

    // What an image says of a kernel (resources.h), and what the processor has for it; NULL: not
    // known, for that processor or any.
    bool (*resources)(const char *image, size_t length, const char *entry,
                      struct oc_resources *out);
    const struct oc_multiprocessor *(*multiprocessor)(const char *arch);

    // LLVM's features for the versions of the text that code may be asked to be, oldest first,
    // NULL-terminated. NULL: there are none.
    const char *const *text_versions;

    // What a user can do about the missing program, and what happens without it.
    const char *missing_hint;
};

extern const struct oc_target oc_target_nvptx64, oc_target_amdgcn, oc_target_x86_64;

// All targets, GPUs first, NULL-terminated.
extern const struct oc_target *const oc_targets[];

// The target that an architecture's name belongs to, such as "sm_90" or "gfx90a:xnack+", or NULL.
const struct oc_target *oc_target_of_arch(const char *arch);

// The processor in such a name, whether or not what it carries is right, or NULL.
const struct oc_arch *oc_target_find_arch(const struct oc_target *target, const char *arch);

// Whether an image for `left` is to stand before one for `right`: a device gets the first one that
// it runs. Targets are in the order of oc_targets; of one target's, what runs on few devices comes
// before what runs on more.
bool oc_target_precedes(const char *left, const char *right);

#endif
