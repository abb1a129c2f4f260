// NVIDIA GPUs: PTX from LLVM, a cubin by CUDA's ptxas.
#include "targets/target.h"

#include <elf.h>
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

// The version of PTX that code is written in: the oldest that knows the processor
// (llvm/lib/Target/NVPTX/NVPTX.td), but 6.3 for our lane functions, and from sm_75 on 7.4, of the
// driver 470 and CUDA 11.4, for cache hints. clang asks for it, in the front end, before it takes a
// builtin function; LLVM writes it.
static const char *version(const char *arch) {
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
static const char *front_cpu(struct oc_arena *arena, const char *arch) {
    return oc_arena_strndup(arena, arch, strlen(arch) - oc_ends_with(arch, "f"));
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
static const char *const always_accepts[] = {"sm_75", "sm_80", "sm_86", "sm_87",
                                             "sm_89", "sm_90", NULL};

// Hopper's bulk copies are in PTX 8.0, of CUDA 12.0; Blackwell's loads of 32 bytes in 8.8, of CUDA
// 12.9. Where their PTX is needed, on GPUs that are newer still, drivers are too.
static bool gains_by_newer(const char *arch) {
    return !oc_starts_with(arch, "sm_6") && !oc_starts_with(arch, "sm_7") &&
           !oc_starts_with(arch, "sm_8");
}

static const char *newer_version(const char *arch, const char *help) {
    if (oc_starts_with(arch, "sm_90"))
        return strstr(help, "'sm_90a'") ? "+ptx80" : NULL;
    return gains_by_newer(arch) && strstr(help, "'sm_103'") ? "+ptx88" : NULL;
}

// From 6.3, which our lane functions need (llvm/lib/Target/NVPTX/NVPTX.td).
static const char *const versions[] = {"+ptx63", "+ptx64", "+ptx65", "+ptx70", "+ptx71", "+ptx72",
                                       "+ptx73", "+ptx74", "+ptx75", "+ptx76", "+ptx77", "+ptx78",
                                       "+ptx80", "+ptx81", "+ptx82", "+ptx83", "+ptx84", "+ptx85",
                                       "+ptx86", "+ptx87", "+ptx88", "+ptx90", NULL};

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
static const struct oc_multiprocessor *find_nvidia_multiprocessor(const char *arch) {
    size_t length = strlen(arch);
    if (strchr("af", arch[length - 1]))
        length--;
    for (size_t i = 0; i < sizeof multiprocessors / sizeof *multiprocessors; i++)
        if (strlen(multiprocessors[i].arch) == length &&
            memcmp(multiprocessors[i].arch, arch, length) == 0)
            return &multiprocessors[i].multiprocessor;
    return NULL;
}

static const char *const driver_files[] = {"/proc/driver/nvidia", "/dev/nvidiactl", NULL};

static const struct oc_assembler assembler = {
    .version = version,
    .versions = versions,
    .driver_takes_text = true,
    .debug_info = "line-directives-only", // ptxas: "Optimized debugging not supported"
    .dwarf_limit = 2,
    .add_debug_options = add_debug_options,
    .add_help_command = add_help_command,
    .always_accepts = always_accepts,
    .gains_by_newer = gains_by_newer,
    .newer_version = newer_version,
};

const struct oc_target oc_target_nvptx64 = {
    .name = "nvptx64",
    .triple = "nvptx64-nvidia-cuda",
    .archs = archs,
    .arch_form = "'sm_NN' (NVIDIA)",
    .driver_files = driver_files,
    .front_cpu = front_cpu,
    .is_gpu = true,
    .builtins = "builtins-nvptx64.bc",
    .libclc = "math-nvptx64.bc",
    .libc = "libc-nvptx64.bc",
    .vendor_math = &libdevice,
    .assembler = &assembler,
    .text_suffix = "ptx",
    .image_suffix = "cubin",
    .image_machine = EM_CUDA,
    .image_type = ET_EXEC,
    .add_image_command = add_image_command,
    .missing_hint =
        "put the directory of CUDA's ptxas on PATH, such as /usr/local/cuda/bin; without "
        "it programs carry PTX, which NVIDIA's driver makes code of when they start",
    .resources = oc_resources_of_cubin,
    .multiprocessor = find_nvidia_multiprocessor,
};
