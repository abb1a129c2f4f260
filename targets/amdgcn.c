// AMD GPUs: an HSA code object, linked by lld.
#include "targets/target.h"

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

// Dynamic shared memory has no definition (src/builtins/gpu.c).
static const char *const provides[] = {"__offloadcc_dynamic_shared_memory", NULL};

static void add_cpu(struct oc_args *args, const char *arch) {
    size_t length = strcspn(arch, ":");
    oc_args_add(args, "-target-cpu");
    oc_args_printf(args, "%.*s", (int)length, arch);
    for (const char *at = arch + length; *at == ':';) {
        size_t name = strcspn(++at, "+-");
        oc_args_add(args, "-target-feature");
        oc_args_printf(args, "%c%.*s", at[name], (int)name, at);
        at += name + 1;
    }
}

// LLVM's FeatureAddressableLocalMemorySize (llvm/lib/Target/AMDGPU/AMDGPU.td).
static unsigned long shared_limit(const char *arch) {
    if (oc_starts_with(arch, "gfx950"))
        return 160 * 1024;
    return (oc_starts_with(arch, "gfx125") ? 320 : 64) * 1024;
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

static const struct oc_multiprocessor *multiprocessor(const char *arch) {
    for (size_t i = 0; i < sizeof multiprocessors / sizeof *multiprocessors; i++)
        if (oc_starts_with(arch, multiprocessors[i].prefix))
            return &multiprocessors[i].multiprocessor;
    return NULL;
}

const struct oc_target oc_target_amdgcn = {
    .name = "amdgcn",
    .triple = "amdgcn-amd-amdhsa",
    .archs = archs,
    .is_gpu = true,
    .add_cpu = add_cpu,
    .entry_convention = 91, // AMDGPU_KERNEL
    .block_limit = "amdgpu-flat-work-group-size",
    .block_limit_prefix = "1,",
    .shared_space = 3,
    .shared_limit = shared_limit,
    .builtins = "builtins-amdgcn.bc",
    .libclc = "math-amdgcn.bc",
    .provides = provides,
    .text_suffix = "s",
    .image_suffix = "hsaco",
    .add_image_command = add_image_command,
    .resources = oc_resources_of_code_object,
    .multiprocessor = multiprocessor,
    .missing_hint = "install lld-22",
};
