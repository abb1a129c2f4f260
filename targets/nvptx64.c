// nvptx64.c - NVIDIA GPUs: PTX from LLVM, a cubin from CUDA's ptxas where there is one.
#include "targets/target.h"

#include <string.h>

// Those that LLVM 22 knows and whose warps can synchronise under divergence or have 64-bit atomics on
// double (sm_60), which offload.h promises.
static const char *const archs[] = {"sm_60",  "sm_61",  "sm_62",   "sm_70",  "sm_72",   "sm_75",
                                    "sm_80",  "sm_86",  "sm_87",   "sm_88",  "sm_89",   "sm_90",
                                    "sm_90a", "sm_100", "sm_100a", "sm_101", "sm_101a", "sm_103",
                                    "sm_103a", "sm_110", "sm_110a", "sm_120", "sm_120a", "sm_121",
                                    "sm_121a", NULL};

// What CUDA's driver links into every module.
static const char *const provides[] = {"vprintf", "__assertfail", "malloc", "free", NULL};

static bool accepts(const char *arch) {
    for (size_t i = 0; archs[i]; i++)
        if (strcmp(arch, archs[i]) == 0)
            return true;
    return false;
}

static void add_cpu(struct oc_args *args, const char *arch) {
    oc_args_add(args, "-target-cpu");
    oc_args_add(args, arch);
}

static const char *add_image_command(struct oc_args *args, const struct oc_tools *tools,
                                     const char *arch, const char *input, const char *output) {
    if (!tools->ptxas)
        return "ptxas";
    oc_args_add(args, tools->ptxas);
    oc_args_printf(args, "-arch=%s", arch);
    oc_args_add(args, "-O3");
    oc_args_add(args, input);
    oc_args_add(args, "-o");
    oc_args_add(args, output);
    return NULL;
}

const struct oc_target oc_target_nvptx64 = {
    .name = "nvptx64",
    .triple = "nvptx64-nvidia-cuda",
    .archs = "sm_60 to sm_121a",
    .accepts = accepts,
    .add_cpu = add_cpu,
    .entry_convention = 71, // PTX_Kernel
    .builtins = "builtins-nvptx64.bc",
    // Not nvptx64--nvidiacl.bc: that one needs CUDA's libdevice for log, sqrt and others.
    .libclc = "nvptx64--.bc",
    .provides = provides,
    .emits_text = true,
    .text_suffix = "ptx",
    .image_suffix = "cubin",
    .add_image_command = add_image_command,
    .missing_hint = "install CUDA's ptxas and put it on PATH; until then only PTX is made, which is "
                    "kept in the artifact directory, and these kernels run elsewhere",
    .order = 0,
};
