// NVIDIA GPUs: PTX from LLVM, a cubin by CUDA's ptxas.
#include "targets/target.h"

#include <string.h>

// What LLVM 22 generates code for (llvm/lib/Target/NVPTX/NVPTX.td) and 64-bit PTX of CUDA 11 and
// later has. A cubin runs on later processors of the same major version; those with an 'a' on their
// own processor only, those with an 'f' on their family.
static const struct oc_arch archs[] = {
    {"sm_60", OC_ARCH_MAJOR, NULL},      {"sm_61", OC_ARCH_PLAIN, NULL},
    {"sm_62", OC_ARCH_PLAIN, NULL},      {"sm_70", OC_ARCH_MAJOR, NULL},
    {"sm_72", OC_ARCH_PLAIN, NULL},      {"sm_75", OC_ARCH_PLAIN, NULL},
    {"sm_80", OC_ARCH_MAJOR, NULL},      {"sm_86", OC_ARCH_PLAIN, NULL},
    {"sm_87", OC_ARCH_PLAIN, NULL},      {"sm_88", OC_ARCH_PLAIN, NULL},
    {"sm_89", OC_ARCH_PLAIN, NULL},      {"sm_90", OC_ARCH_MAJOR, NULL},
    {"sm_90a", OC_ARCH_SPECIFIC, NULL},  {"sm_100", OC_ARCH_MAJOR, NULL},
    {"sm_100a", OC_ARCH_SPECIFIC, NULL}, {"sm_100f", OC_ARCH_SPECIFIC, NULL},
    {"sm_101", OC_ARCH_PLAIN, NULL},     {"sm_101a", OC_ARCH_SPECIFIC, NULL},
    {"sm_101f", OC_ARCH_SPECIFIC, NULL}, {"sm_103", OC_ARCH_PLAIN, NULL},
    {"sm_103a", OC_ARCH_SPECIFIC, NULL}, {"sm_103f", OC_ARCH_SPECIFIC, NULL},
    {"sm_110", OC_ARCH_MAJOR, NULL},     {"sm_110a", OC_ARCH_SPECIFIC, NULL},
    {"sm_110f", OC_ARCH_SPECIFIC, NULL}, {"sm_120", OC_ARCH_MAJOR, NULL},
    {"sm_120a", OC_ARCH_SPECIFIC, NULL}, {"sm_120f", OC_ARCH_SPECIFIC, NULL},
    {"sm_121", OC_ARCH_PLAIN, NULL},     {"sm_121a", OC_ARCH_SPECIFIC, NULL},
    {"sm_121f", OC_ARCH_SPECIFIC, NULL}, {0},
};

// What CUDA's driver links into every module, dynamic shared memory (src/builtins/gpu.c), and what
// libdevice asks of LLVM.
static const char *const provides[] = {
    "vprintf",        "__assertfail", "malloc", "free", "__offloadcc_dynamic_shared_memory",
    "__nvvm_reflect", NULL,
};

// PTX ISA, "Predefined Identifiers": the one without a percent sign.
static const char *const reserved[] = {"WARP_SZ", NULL};

// CUDA's libdevice (CUDA C++ Programming Guide, "Mathematical Functions").
static const char *const libdevice_files[] = {"nvvm/libdevice/libdevice.10.bc",
                                              "libdevice/libdevice.10.bc", NULL};
static const char *const cuda_options[] = {"--cuda-path=", NULL};
static const char *const cuda_variables[] = {"CUDA_PATH", "CUDA_HOME", NULL};
static const char *const cuda_directories[] = {"/usr/local/cuda", "/usr/lib/cuda",
                                               "/usr/lib/nvidia-cuda-toolkit", NULL};

static const char *libdevice_symbol(struct oc_arena *arena, const char *base, bool is_float) {
    return oc_arena_printf(arena, "__nv_%s%s", base, is_float ? "f" : "");
}

static const struct oc_vendor_math libdevice = {
    .name = "libdevice",
    .toolkit = "CUDA",
    .files = libdevice_files,
    .options = cuda_options,
    .variables = cuda_variables,
    .program = "ptxas",
    .directories = cuda_directories,
    .symbol = libdevice_symbol,
    .flush_flag = "nvvm-reflect-ftz", // llvm/docs/NVPTXUsage, "Reflection Parameters"
};

// ptxas finds by itself what addresses in loops have in common. The pointers, one for each array,
// that LLVM makes loops count with cost registers. libdevice asks LLVM for the roots that it
// computes with, which are to be exact.
static const char *const code_options[] = {"-disable-lsr", "-nvvm-reflect-add=__CUDA_PREC_SQRT=1",
                                           NULL};

// Pascal: threads of a warp have no independent progress (one that waits for another of its warp
// waits for ever), and PTX has no ld.acquire and st.release.
static bool is_early(const char *arch) {
    return oc_starts_with(arch, "sm_6");
}

// Hopper and later.
static bool has_clusters(const char *arch) {
    return !is_early(arch) && !oc_starts_with(arch, "sm_7") && !oc_starts_with(arch, "sm_8");
}

// PTX has no scope narrower than a block's, and clusters from sm_90 on.
static const char *atomic_scope(const char *arch, unsigned long scope) {
    enum { SYSTEM, DEVICE, BLOCK, WARP, THREAD, CLUSTER }; // __MEMORY_SCOPE_
    switch (scope) {
    case DEVICE:
        return "device";
    case BLOCK:
    case WARP:
    case THREAD:
        return "block";
    case CLUSTER:
        return has_clusters(arch) ? "cluster" : "device";
    default:
        return "";
    }
}

// The type in which PTX has the operation, as `add.u32`; NULL: LLVM makes a loop of it, whose
// compare-and-swap has the scope.
static const char *atomic_operation(const char *arch, const struct oc_atomic *atomic) {
    static const char *const integers[] = {
        [OC_ATOMIC_EXCHANGE] = "exch.b",    [OC_ATOMIC_ADD] = "add.u",
        [OC_ATOMIC_AND] = "and.b",          [OC_ATOMIC_OR] = "or.b",
        [OC_ATOMIC_XOR] = "xor.b",          [OC_ATOMIC_MIN] = "min.s",
        [OC_ATOMIC_MAX] = "max.s",          [OC_ATOMIC_UNSIGNED_MIN] = "min.u",
        [OC_ATOMIC_UNSIGNED_MAX] = "max.u", [OC_ATOMIC_INCREMENT] = "inc.u",
        [OC_ATOMIC_DECREMENT] = "dec.u",    [OC_ATOMIC_OTHER] = NULL,
    };
    bool is_wide = atomic->bits == 64;
    if (atomic->type == OC_ATOMIC_INTEGER) {
        bool counts =
            atomic->operation == OC_ATOMIC_INCREMENT || atomic->operation == OC_ATOMIC_DECREMENT;
        return (atomic->bits == 32 || (is_wide && !counts)) ? integers[atomic->operation] : NULL;
    }
    if (atomic->operation != OC_ATOMIC_ADD)
        return NULL;
    if (atomic->type == OC_ATOMIC_BFLOAT)
        return has_clusters(arch) ? "add.noftz.bf" : NULL;
    if (atomic->bits == 16)
        return is_early(arch) ? NULL : "add.noftz.f";
    return "add.f";
}

// LLVM 22 writes those that processors have as instructions without a scope, which then is the
// device (PTX ISA, "atom").
static const char *atomic_text(struct oc_arena *arena, const char *arch,
                               const struct oc_atomic *atomic) {
    static const char *const spaces[] = {
        [OC_ATOMIC_ANYWHERE] = "", [OC_ATOMIC_GLOBAL] = ".global", [OC_ATOMIC_SHARED] = ".shared"};
    const char *operation = atomic_operation(arch, atomic), *scope = NULL;
    if (strcmp(atomic->scope, "") == 0)
        scope = "sys";
    else if (strcmp(atomic->scope, "block") == 0)
        scope = "cta";
    else if (strcmp(atomic->scope, "cluster") == 0)
        scope = "cluster";
    if (!operation || !scope)
        return NULL;
    return oc_arena_printf(arena, "atom.%s%s.%s%u $0, [$1], $2;", scope, spaces[atomic->space],
                           operation, atomic->bits);
}

// The version of PTX that code is written in: the oldest that knows the processor
// (llvm/lib/Target/NVPTX/NVPTX.td), but 6.3 for our lane functions, and from sm_75 on 7.4, of the
// driver 470 and CUDA 11.4, for cache hints. clang asks for it, in the front end, before it takes a
// builtin function; LLVM writes it.
static const char *features(const char *arch) {
    static const struct {
        const char *prefix, *feature; // of the first that fits
    } versions[] = {
        {"sm_6", "+ptx63"},    {"sm_75", "+ptx74"},  {"sm_7", "+ptx63"},    {"sm_80", "+ptx74"},
        {"sm_86", "+ptx74"},   {"sm_87", "+ptx74"},  {"sm_88", "+ptx90"},   {"sm_90a", "+ptx80"},
        {"sm_100f", "+ptx88"}, {"sm_100", "+ptx86"}, {"sm_101f", "+ptx88"}, {"sm_101", "+ptx86"},
        {"sm_103", "+ptx88"},  {"sm_110", "+ptx90"}, {"sm_120f", "+ptx88"}, {"sm_120", "+ptx87"},
        {"sm_121", "+ptx88"},
    };
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (oc_starts_with(arch, versions[i].prefix))
            return versions[i].feature;
    return "+ptx78";
}

// clang 22 does not know the variants for families; LLVM, which makes the code, does.
static void add_cpu(struct oc_args *args, const char *arch) {
    size_t length = strlen(arch);
    oc_args_add(args, "-target-cpu");
    oc_args_printf(args, "%.*s", (int)(length - oc_ends_with(arch, "f")), arch);
    oc_args_add(args, "-target-feature");
    oc_args_add(args, features(arch));
}

// A kernel may ask for more only at run time, as dynamic shared memory (CUDA C++ Programming Guide,
// "Technical Specifications per Compute Capability").
static unsigned long shared_limit(const char *arch) {
    (void)arch;
    return 48 * 1024;
}

static const char *add_image_command(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output) {
    if (!tools->ptxas)
        return "ptxas";
    oc_args_add(args, tools->ptxas);
    oc_args_add(args, "-m64");
    oc_args_printf(args, "--gpu-name=%s", arch);
    oc_args_add(args, "--output-file");
    oc_args_add(args, output);
    oc_args_add(args, input);
    return NULL;
}

// As clang does it (clang/lib/Driver/ToolChains/Cuda.cpp). Without any option ptxas optimises.
static void add_debug_options(struct oc_args *args, bool lines_alone) {
    if (lines_alone) {
        oc_args_add(args, "-lineinfo");
        return;
    }
    oc_args_add(args, "-g");
    oc_args_add(args, "-O0");
    oc_args_add(args, "--dont-merge-basicblocks");
    oc_args_add(args, "--return-at-end");
    oc_args_add(args, "--suppress-stack-size-warning"); // as there is none with optimised code
}

// By ptxas of CUDA 11.8 to 13.
static const char *const always_assembled[] = {"sm_75", "sm_80", "sm_86", "sm_87",
                                               "sm_89", "sm_90", NULL};

// Hopper's bulk copies are in PTX 8.0, of CUDA 12.0; Blackwell's loads of 32 bytes in 8.8, of CUDA
// 12.9. Where their PTX is needed, on GPUs that are newer still, drivers are too.
static bool gains_by_assembler(const char *arch) {
    return has_clusters(arch);
}

static const char *assembler_feature(const char *arch, const char *help) {
    if (oc_starts_with(arch, "sm_90"))
        return strstr(help, "'sm_90a'") ? "+ptx80" : NULL;
    return has_clusters(arch) && strstr(help, "'sm_103'") ? "+ptx88" : NULL;
}

// From 6.3, which our lane functions need (llvm/lib/Target/NVPTX/NVPTX.td).
static const char *const text_versions[] = {
    "+ptx63", "+ptx64", "+ptx65", "+ptx70", "+ptx71", "+ptx72", "+ptx73", "+ptx74",
    "+ptx75", "+ptx76", "+ptx77", "+ptx78", "+ptx80", "+ptx81", "+ptx82", "+ptx83",
    "+ptx84", "+ptx85", "+ptx86", "+ptx87", "+ptx88", "+ptx90", NULL};

static void add_help_command(struct oc_args *args, const struct oc_tools *tools) {
    if (tools->ptxas) {
        oc_args_add(args, tools->ptxas);
        oc_args_add(args, "--help");
    }
}

#define SM(warps, kilobytes, most_blocks, beside, step)                                            \
    {.name = "SM",                                                                                 \
     .group_name = "warps",                                                                        \
     .parts = 4,                                                                                   \
     .groups = (warps) / 4,                                                                        \
     .registers = 512,                                                                             \
     .register_step = 8,                                                                           \
     .lanes = 32,                                                                                  \
     .blocks = most_blocks,                                                                        \
     .shared = (kilobytes) * 1024,                                                                 \
     .shared_step = step,                                                                          \
     .shared_beside = beside}

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
static const struct {
    const char *arch;
    struct oc_multiprocessor multiprocessor;
} multiprocessors[] = {
    {"sm_61", SM(64, 96, 32, 0, 256)},      {"sm_70", SM(64, 96, 32, 0, 256)},
    {"sm_72", SM(64, 96, 32, 0, 256)},      {"sm_75", SM(32, 64, 16, 0, 256)},
    {"sm_80", SM(64, 164, 32, 1024, 128)},  {"sm_86", SM(48, 100, 16, 1024, 128)},
    {"sm_87", SM(48, 164, 16, 1024, 128)},  {"sm_89", SM(48, 100, 24, 1024, 128)},
    {"sm_90", SM(64, 228, 32, 1024, 128)},  {"sm_100", SM(64, 228, 32, 1024, 128)},
    {"sm_103", SM(64, 228, 32, 1024, 128)}, {"sm_120", SM(48, 100, 24, 1024, 128)},
    {"sm_121", SM(48, 100, 24, 1024, 128)},
};

// "sm_90a" is an sm_90.
static const struct oc_multiprocessor *multiprocessor(const char *arch) {
    size_t length = strlen(arch);
    if (strchr("af", arch[length - 1]))
        length--;
    for (size_t i = 0; i < sizeof multiprocessors / sizeof *multiprocessors; i++)
        if (strlen(multiprocessors[i].arch) == length &&
            memcmp(multiprocessors[i].arch, arch, length) == 0)
            return &multiprocessors[i].multiprocessor;
    return NULL;
}

const struct oc_target oc_target_nvptx64 = {
    .name = "nvptx64",
    .triple = "nvptx64-nvidia-cuda",
    .archs = archs,
    .is_gpu = true,
    .add_cpu = add_cpu,
    .features = features,
    .entry_convention = 71, // PTX_Kernel
    .shared_space = 3,
    .shared_dwarf_space = 8, // CUDA's ADDR_shared_space
    .shared_limit = shared_limit,
    .block_limit = "nvvm.maxntid",
    .block_limit_prefix = "",
    .register_limit = "nvvm.maxnreg",
    .block_registers = 65536,
    .atomic_scope = atomic_scope,
    .atomic_text = atomic_text,
    .lacks_signal_fences = true,
    .forgets_atomic_order = true,
    .lacks_atomic_order = is_early,
    .builtins = "builtins-nvptx64.bc",
    .libclc = "math-nvptx64.bc",
    .vendor_math = &libdevice,
    .approximate_log2 = "llvm.nvvm.lg2.approx.f",
    .provides = provides,
    .reserved = reserved,
    .narrow_copies = true,
    .whole_warps = true,
    .code_options = code_options,
    .short_pointers = "-nvptx-short-ptr",
    .debug_info = "line-directives-only", // ptxas: "Optimized debugging not supported"
    .dwarf_limit = 2,
    .add_debug_options = add_debug_options,
    .emits_text = true,
    .text_suffix = "ptx",
    .driver_takes_text = true,
    .image_suffix = "cubin",
    .add_image_command = add_image_command,
    .add_help_command = add_help_command,
    .resources = oc_resources_of_cubin,
    .multiprocessor = multiprocessor,
    .always_assembled = always_assembled,
    .text_versions = text_versions,
    .gains_by_assembler = gains_by_assembler,
    .assembler_feature = assembler_feature,
    .missing_hint =
        "put the directory of CUDA's ptxas on PATH, such as /usr/local/cuda/bin; without "
        "it programs carry PTX, which NVIDIA's driver makes code of when they start",
};
