// amdgcn.c - AMD GPUs: HSA code objects (ABI V6), from LLVM and lld.
#include "targets/target.h"

#include <string.h>

static const char *const archs[] = {
    "gfx801",  "gfx802",  "gfx803",  "gfx805",  "gfx810",  "gfx900",  "gfx902",  "gfx904",
    "gfx906",  "gfx908",  "gfx909",  "gfx90a",  "gfx90c",  "gfx942",  "gfx950",  "gfx1010",
    "gfx1011", "gfx1012", "gfx1013", "gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034",
    "gfx1035", "gfx1036", "gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151",
    "gfx1152", "gfx1153", "gfx1200", "gfx1201", NULL};

static const char *const provides[] = {NULL};

// The end of a feature of a target id, ":xnack+" or ":sramecc-"; NULL if it is none.
static const char *skip_feature(const char *at) {
    static const char *const features[] = {":sramecc", ":xnack"};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(features[i]);
        if (strncmp(at, features[i], length) == 0 && (at[length] == '+' || at[length] == '-'))
            return at + length + 1;
    }
    return NULL;
}

static bool accepts(const char *arch) {
    size_t length = strcspn(arch, ":");
    bool known = false;
    for (size_t i = 0; archs[i] && !known; i++)
        known = strlen(archs[i]) == length && strncmp(arch, archs[i], length) == 0;
    const char *at = arch + length;
    while (known && at && *at)
        at = skip_feature(at);
    return known && at;
}

static void add_cpu(struct oc_args *args, const char *arch) {
    size_t length = strcspn(arch, ":");
    oc_args_add(args, "-target-cpu");
    oc_args_printf(args, "%.*s", (int)length, arch);
    for (const char *at = arch + length; *at == ':';) {
        const char *feature = ++at;
        at += strcspn(at, ":");
        oc_args_add(args, "-target-feature");
        oc_args_printf(args, "%c%.*s", at[-1], (int)(at - feature - 1), feature);
    }
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
    .archs = "gfx801 to gfx1201, such as gfx90a or gfx90a:xnack+",
    .accepts = accepts,
    .add_cpu = add_cpu,
    .entry_convention = 91, // AMDGPU_KERNEL
    .builtins = "builtins-amdgcn.bc",
    .libclc = "amdgcn-amd-amdhsa.bc",
    .provides = provides,
    .text_suffix = "s",
    .image_suffix = "hsaco",
    .add_image_command = add_image_command,
    .missing_hint = "install LLVM's linker (Debian: lld-22)",
    .order = 0,
};
