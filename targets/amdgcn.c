// AMD GPUs: an HSA code object, linked by lld.
#include "targets/target.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

// What LLVM 22 has a code object ABI and libclc for, with the generic ones before those that run
// their code (llvm/docs/AMDGPUUsage, "Processors", "Generic Processors", "Target ID").
static const struct oc_arch archs[] = {
    {"gfx9-generic", OC_ARCH_MAJOR, ":xnack"},
    {"gfx900", OC_ARCH_PLAIN, ":xnack"},
    {"gfx902", OC_ARCH_PLAIN, ":xnack"},
    {"gfx904", OC_ARCH_PLAIN, ":xnack"},
    {"gfx906", OC_ARCH_PLAIN, ":sramecc:xnack"},
    {"gfx909", OC_ARCH_PLAIN, ":xnack"},
    {"gfx90c", OC_ARCH_PLAIN, ":xnack"},
    {"gfx908", OC_ARCH_MAJOR, ":sramecc:xnack"},
    {"gfx90a", OC_ARCH_MAJOR, ":sramecc:xnack"},
    {"gfx9-4-generic", OC_ARCH_MAJOR, ":sramecc:xnack"},
    {"gfx942", OC_ARCH_PLAIN, ":sramecc:xnack"},
    {"gfx950", OC_ARCH_PLAIN, ":sramecc:xnack"},
    {"gfx10-1-generic", OC_ARCH_MAJOR, ":xnack"},
    {"gfx1010", OC_ARCH_PLAIN, ":xnack"},
    {"gfx1011", OC_ARCH_PLAIN, ":xnack"},
    {"gfx1012", OC_ARCH_PLAIN, ":xnack"},
    {"gfx1013", OC_ARCH_PLAIN, ":xnack"},
    {"gfx10-3-generic", OC_ARCH_MAJOR, NULL},
    {"gfx1030", OC_ARCH_PLAIN, NULL},
    {"gfx1031", OC_ARCH_PLAIN, NULL},
    {"gfx1032", OC_ARCH_PLAIN, NULL},
    {"gfx1033", OC_ARCH_PLAIN, NULL},
    {"gfx1034", OC_ARCH_PLAIN, NULL},
    {"gfx1035", OC_ARCH_PLAIN, NULL},
    {"gfx1036", OC_ARCH_PLAIN, NULL},
    {"gfx11-generic", OC_ARCH_MAJOR, NULL},
    {"gfx1100", OC_ARCH_PLAIN, NULL},
    {"gfx1101", OC_ARCH_PLAIN, NULL},
    {"gfx1102", OC_ARCH_PLAIN, NULL},
    {"gfx1103", OC_ARCH_PLAIN, NULL},
    {"gfx1150", OC_ARCH_PLAIN, NULL},
    {"gfx1151", OC_ARCH_PLAIN, NULL},
    {"gfx1152", OC_ARCH_PLAIN, NULL},
    {"gfx1153", OC_ARCH_PLAIN, NULL},
    {"gfx12-generic", OC_ARCH_MAJOR, NULL},
    {"gfx1200", OC_ARCH_PLAIN, NULL},
    {"gfx1201", OC_ARCH_PLAIN, NULL},
    {"gfx1250", OC_ARCH_MAJOR, NULL},
    {"gfx1251", OC_ARCH_MAJOR, NULL},
    {0},
};

// ROCm's ocml.
static const char *const ocml_files[] = {"amdgcn/bitcode/ocml.bc",
                                         "lib/llvm/lib/clang/latest/lib/amdgcn/bitcode/ocml.bc",
                                         "lib/amdgcn/bitcode/ocml.bc", "ocml.bc", NULL};
static const char *const rocm_options[] = {"--rocm-device-lib-path=", "--rocm-path=", NULL};
static const char *const rocm_variables[] = {"ROCM_PATH", NULL};
static const char *const rocm_directories[] = {"/opt/rocm", "/usr/lib/x86_64-linux-gnu", NULL};

// Names that are CUDA's elsewhere (ROCm-Device-Libs, ocml.h).
static const char *ocml_base(const char *base) {
    static const char *const names[][2] = {
        {"normcdf", "ncdf"},     {"normcdfinv", "ncdfinv"}, {"cyl_bessel_i0", "i0"},
        {"cyl_bessel_i1", "i1"}, {"norm3d", "len3"},        {"norm4d", "len4"},
        {"rnorm3d", "rlen3"},    {"rnorm4d", "rlen4"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], base) == 0)
            return names[i][1];
    return base;
}

static const char *ocml_symbol(struct oc_arena *arena, const char *base, bool is_float) {
    base = ocml_base(base);
    return oc_arena_printf(arena, "__ocml_%s_f%s", base, is_float ? "32" : "64");
}

static unsigned digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

// As ROCm numbers them: "gfx90a" is 9.0.a, 9010; "gfx9-4-generic", what has 9.4 in common, is 9400.
static unsigned isa_version(const char *arch) {
    const char *name = arch + strlen("gfx");
    size_t length = strcspn(name, ":");
    if (memchr(name, '-', length)) {
        char *rest;
        unsigned long major = strtoul(name, &rest, 10);
        return (unsigned)(major * 1000 + strtoul(rest + 1, NULL, 10) * 100);
    }
    unsigned major = 0;
    for (size_t i = 0; i + 2 < length; i++)
        major = major * 10 + digit(name[i]);
    return major * 1000 + digit(name[length - 2]) * 100 + digit(name[length - 1]);
}

// The variables of ROCm's oclc_*.bc (ROCm-Device-Libs, doc/OCML.md, "Controls").
static bool ocml_setting(const char *variable, const char *arch, const struct oc_math_mode *mode,
                         unsigned *value) {
    const struct {
        const char *name;
        unsigned value;
    } settings[] = {
        {"__oclc_finite_only_opt", mode->finite_only},
        {"__oclc_unsafe_math_opt", mode->unsafe},
        {"__oclc_daz_opt", mode->flushes},
        {"__oclc_correctly_rounded_sqrt32", 1},
        {"__oclc_wavefrontsize64", oc_starts_with(arch, "gfx9")},
        {"__oclc_wavefrontsize_log2", oc_starts_with(arch, "gfx9") ? 6 : 5},
        {"__oclc_ISA_version", isa_version(arch)},
        {"__oclc_ABI_version", 600},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (strcmp(settings[i].name, variable) == 0) {
            *value = settings[i].value;
            return true;
        }
    return false;
}

static const struct oc_vendor_math ocml = {
    .name = "ocml",
    .toolkit = "ROCm",
    .files = ocml_files,
    .options = rocm_options,
    .variables = rocm_variables,
    .directories = rocm_directories,
    .symbol = ocml_symbol,
    .returns_sine = true,
    .setting = ocml_setting,
};

// gfx9 has waves of 64 threads, gfx1250 of 32; in between there is a choice, and 32 are the
// default.
static const char *wave_feature(const char *arch, bool wide) {
    if (oc_starts_with(arch, "gfx9"))
        return wide ? "" : NULL;
    if (oc_starts_with(arch, "gfx125"))
        return wide ? NULL : "";
    return wide ? "+wavefrontsize64" : "";
}

// With registers of 16 bits, LLVM 22.1 crashes at the bytes of an array in registers.
static const char *needed_feature(const char *arch) {
    return oc_starts_with(arch, "gfx11") ? "-real-true16" : "";
}

static const char *add_image_command(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output) {
    (void)arch;
    if (!tools->lld)
        return "ld.lld";
    oc_args_add(args, tools->lld);
    oc_args_add(args, "-shared");
    oc_args_add(args, "--no-undefined");
    oc_args_add(args, input);
    oc_args_add(args, "-o");
    oc_args_add(args, output);
    return NULL;
}

// LLVM's AMDGPUBaseInfo.cpp: getTotalNumVGPRs, getVGPRAllocGranule, getMaxWavesPerEU,
// getMaxWorkGroupsPerCU. From gfx10 on, a block runs on the two compute units of a workgroup
// processor.
#define CU(most_waves, vgprs, granule, lds)                                                        \
    {.name = "CU",                                                                                 \
     .group_name = "waves",                                                                        \
     .parts = 4,                                                                                   \
     .groups = most_waves,                                                                         \
     .registers = vgprs,                                                                           \
     .register_step = granule,                                                                     \
     .lanes = 64,                                                                                  \
     .blocks = 16,                                                                                 \
     .counts_large = true,                                                                         \
     .shared = (lds) * 1024,                                                                       \
     .shared_step = 512}
#define WGP(most_waves, vgprs, granule)                                                            \
    {.name = "WGP",                                                                                \
     .group_name = "waves",                                                                        \
     .parts = 4,                                                                                   \
     .groups = most_waves,                                                                         \
     .registers = vgprs,                                                                           \
     .register_step = granule,                                                                     \
     .lanes = 32,                                                                                  \
     .blocks = 32,                                                                                 \
     .counts_large = true,                                                                         \
     .shared = 128 * 1024,                                                                         \
     .shared_step = 1024}

// The first whose name the processor's begins with.
static const struct {
    const char *prefix;
    struct oc_multiprocessor multiprocessor;
} multiprocessors[] = {
    {"gfx90a", CU(8, 512, 8, 64)},    {"gfx94", CU(8, 512, 8, 64)},
    {"gfx9-4", CU(8, 512, 8, 64)},    {"gfx950", CU(8, 512, 8, 160)},
    {"gfx9", CU(10, 256, 4, 64)},     {"gfx101", WGP(20, 1024, 8)},
    {"gfx10-1", WGP(20, 1024, 8)},    {"gfx103", WGP(16, 1024, 16)},
    {"gfx10-3", WGP(16, 1024, 16)},   {"gfx1100", WGP(16, 1536, 24)},
    {"gfx1101", WGP(16, 1536, 24)},   {"gfx1151", WGP(16, 1536, 24)},
    {"gfx11", WGP(16, 1024, 16)},     {"gfx120", WGP(16, 1536, 24)},
    {"gfx12-gen", WGP(16, 1536, 24)},
};

static const struct oc_multiprocessor *find_amd_multiprocessor(const char *arch) {
    for (size_t i = 0; i < sizeof multiprocessors / sizeof *multiprocessors; i++)
        if (oc_starts_with(arch, multiprocessors[i].prefix))
            return &multiprocessors[i].multiprocessor;
    return NULL;
}

static const char *const driver_files[] = {"/dev/kfd", NULL};

const struct oc_target oc_target_amdgcn = {
    .name = "amdgcn",
    .triple = "amdgcn-amd-amdhsa",
    .archs = archs,
    .arch_form = "'gfxNNN' (AMD)",
    .driver_files = driver_files,
    .is_gpu = true,
    .wave_feature = wave_feature,
    .needed_feature = needed_feature,
    .builtins = "builtins-amdgcn.bc",
    .libclc = "math-amdgcn.bc",
    .libc = "libc-amdgcn.bc",
    .vendor_math = &ocml,
    .text_suffix = "s",
    .image_suffix = "hsaco",
    .image_machine = EM_AMDGPU,
    .image_type = ET_DYN,
    .add_image_command = add_image_command,
    .missing_hint = "install lld-22",
    .resources = oc_resources_of_code_object,
    .multiprocessor = find_amd_multiprocessor,
};
