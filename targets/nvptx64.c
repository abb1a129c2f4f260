// NVIDIA GPUs: PTX from LLVM, a cubin by CUDA's ptxas.
#include "targets/target.h"

#include <string.h>

// What LLVM 22 generates code for (llvm/lib/Target/NVPTX/NVPTX.td), from Volta on: before that
// threads of a warp have no independent progress, which the lane functions need.
static const char *const names[] = {
    "sm_70",  "sm_72",   "sm_75",  "sm_80",   "sm_86",  "sm_87",   "sm_88",  "sm_89",
    "sm_90",  "sm_90a",  "sm_100", "sm_100a", "sm_101", "sm_101a", "sm_103", "sm_103a",
    "sm_110", "sm_110a", "sm_120", "sm_120a", "sm_121", "sm_121a",
};

// What CUDA's driver links into every module, and dynamic shared memory (src/builtins/gpu.c).
static const char *const provides[] = {
    "vprintf", "__assertfail", "malloc", "free", "__offloadcc_dynamic_shared_memory", NULL,
};

// PTX ISA, "Predefined Identifiers": the one without a percent sign.
static const char *const reserved[] = {"WARP_SZ", NULL};

static bool accepts(const char *arch) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], arch) == 0)
            return true;
    return false;
}

static void add_cpu(struct oc_args *args, const char *arch) {
    oc_args_add(args, "-target-cpu");
    oc_args_add(args, arch);
}

// The lane functions use activemask, of PTX 6.2; later processors imply later versions.
static const char *features(const char *arch) {
    return strcmp(arch, "sm_70") == 0 || strcmp(arch, "sm_72") == 0 ? "+ptx63" : "";
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
    oc_args_add(args, "-O3");
    oc_args_add(args, "-lineinfo"); // of what line directives there are
    oc_args_printf(args, "--gpu-name=%s", arch);
    oc_args_add(args, "--output-file");
    oc_args_add(args, output);
    oc_args_add(args, input);
    return NULL;
}

const struct oc_target oc_target_nvptx64 = {
    .name = "nvptx64",
    .triple = "nvptx64-nvidia-cuda",
    .archs = "sm_70, sm_72, sm_75, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_90a, sm_100, "
             "sm_100a, sm_101, sm_101a, sm_103, sm_103a, sm_110, sm_110a, sm_120, sm_120a, sm_121, "
             "sm_121a",
    .accepts = accepts,
    .add_cpu = add_cpu,
    .features = features,
    .entry_convention = 71, // PTX_Kernel
    .shared_space = 3,
    .shared_limit = shared_limit,
    .atomic_scope = "device",
    .forgets_atomic_order = true,
    .builtins = "builtins-nvptx64.bc",
    .libclc = "math-nvptx64.bc",
    .provides = provides,
    .reserved = reserved,
    .debug_info = "line-directives-only", // ptxas: "Optimized debugging not supported"
    .emits_text = true,
    .text_suffix = "ptx",
    .image_suffix = "cubin",
    .add_image_command = add_image_command,
    .missing_hint = "put the directory of CUDA's ptxas on PATH, such as /usr/local/cuda/bin",
    .order = 0,
};
