// AMD GPUs: an HSA code object, linked by lld.
#include "targets/target.h"

#include <string.h>

// What LLVM 22 has a code object ABI and libclc for (llvm/docs/AMDGPUUsage, "Processors").
static const char *const names[] = {
    "gfx900",  "gfx902",  "gfx904",  "gfx906",  "gfx908",  "gfx909",  "gfx90a",
    "gfx90c",  "gfx942",  "gfx950",  "gfx1010", "gfx1011", "gfx1012", "gfx1013",
    "gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036",
    "gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152",
    "gfx1153", "gfx1200", "gfx1201", "gfx1250", "gfx1251",
};

// The features of a target id, after the processor: ":sramecc+:xnack-", each once, in this order
// (AMDGPUUsage, "Target ID").
static bool are_features(const char *text) {
    static const char *const features[] = {":sramecc", ":xnack"};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(features[i]);
        if (strncmp(text, features[i], length) != 0)
            continue;
        text += length;
        if (*text != '+' && *text != '-')
            return false;
        text++;
    }
    return *text == '\0';
}

// Dynamic shared memory has no definition (src/builtins/gpu.c).
static const char *const provides[] = {"__offloadcc_dynamic_shared_memory", NULL};

static bool accepts(const char *arch) {
    size_t length = strcspn(arch, ":");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], arch, length) == 0)
            return are_features(arch + length);
    return false;
}

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

const struct oc_target oc_target_amdgcn = {
    .name = "amdgcn",
    .triple = "amdgcn-amd-amdhsa",
    .archs = "gfx900, gfx902, gfx904, gfx906, gfx908, gfx909, gfx90a, gfx90c, gfx942, gfx950, "
             "gfx1010 to gfx1013, gfx1030 to gfx1036, gfx1100 to gfx1103, gfx1150 to gfx1153, "
             "gfx1200, gfx1201, gfx1250, gfx1251; with features: gfx90a:sramecc+:xnack-",
    .accepts = accepts,
    .add_cpu = add_cpu,
    .entry_convention = 91, // AMDGPU_KERNEL
    .shared_space = 3,
    .shared_limit = shared_limit,
    .builtins = "builtins-amdgcn.bc",
    .libclc = "math-amdgcn.bc",
    .provides = provides,
    .text_suffix = "s",
    .image_suffix = "hsaco",
    .add_image_command = add_image_command,
    .missing_hint = "install lld-22",
    .order = 0,
};
