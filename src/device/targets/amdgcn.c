// AMD GPUs, by LLVM's AMDGPU.
#include "device/targets/lowering.h"

#include "base/names.h"

#include <llvm-c/Target.h>
#include <string.h>

static void initialize_amdgpu(void) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
}

// Dynamic shared memory has no definition (src/builtins/gpu.c).
static const char *const provides[] = {OC_NAME_DYNAMIC_SHARED_MEMORY, NULL};

// What a kernel may be handed after its arguments and nothing of ours uses; libomptarget would
// not provide it.
static const char *const attributes[] = {
    "amdgpu-no-completion-action",
    "amdgpu-no-default-queue",
    "amdgpu-no-heap-ptr",
    "amdgpu-no-hostcall-ptr",
    "amdgpu-no-multigrid-sync-arg",
    "amdgpu-no-queue-ptr",
    NULL,
};

// clang's (clang/lib/CodeGen/Targets/AMDGPU.cpp).
static const char *const atomic_promises[] = {"amdgpu.no.fine.grained.memory",
                                              "amdgpu.no.remote.memory", NULL};

static const struct oc_atomics atomics = {
    .promises = atomic_promises,
    .asked_for = "amdgpu.ignore.denormal.mode", // by -munsafe-fp-atomics
};

static const struct oc_block_room room = {
    .limit = "amdgpu-flat-work-group-size",
    .limit_prefix = "1,",
    .waves = "amdgpu-waves-per-eu",
};

// What lanes read of others (src/builtins/amdlanes.h): gfx9 has instructions of its own, and from
// gfx10 to gfx11 ds_bpermute stays within the halves of a wave of 64. On gfx10 nothing crosses
// them, and LLVM 22 crashes where it is to find something.
#define SUBSTITUTE(name, other) OC_NAME_WAVE name, OC_NAME_WAVE name "_" other
#define SINCE_GFX10                                                                                \
    SUBSTITUTE("above", "any"), SUBSTITUTE("below", "any"), SUBSTITUTE("xor_4", "in_row"),         \
        SUBSTITUTE("xor_16", "of_rows"), SUBSTITUTE("row_above", "permuted")

static const char *const *substitutes_of_all(const char *arch, const char *feature) {
    static const char *const none[] = {NULL};
    static const char *const later[] = {SINCE_GFX10, NULL};
    static const char *const by_turns[] = {SINCE_GFX10, SUBSTITUTE("read", "by_turns"), NULL};
    static const char *const by_halves[] = {SINCE_GFX10, SUBSTITUTE("read", "halves"), NULL};
    bool is_wide = feature && strcmp(feature, "+wavefrontsize64") == 0;
    if (oc_starts_with(arch, "gfx9"))
        return none;
    if (is_wide && oc_starts_with(arch, "gfx10"))
        return by_turns;
    return is_wide && oc_starts_with(arch, "gfx11") ? by_halves : later;
}

// gfx11 has registers of 16 bits. Where code is not optimised, LLVM 22 copies but the lower halves
// of the registers whose bytes it swaps, as clang-22 -O0 shows.
static const char *const *substitutes_of_unoptimised(const char *arch) {
    static const char *const by_halves[] = {"llvm.bswap.i64", OC_NAME_SWAP_BYTES, NULL};
    return oc_starts_with(arch, "gfx11") ? by_halves : NULL;
}

static const struct oc_substitutes substitutes = {
    .of_all = substitutes_of_all,
    .of_unoptimised = substitutes_of_unoptimised,
};

// LLVM's FeatureAddressableLocalMemorySize (llvm/lib/Target/AMDGPU/AMDGPU.td).
static unsigned long shared_limit(const char *arch) {
    if (oc_starts_with(arch, "gfx950"))
        return 160 * 1024;
    return (oc_starts_with(arch, "gfx125") ? 320 : 64) * 1024;
}

static const struct oc_shared_memory shared = {
    .space = 3,
    .limit = shared_limit,
};

static const struct oc_constant_memory constant = {.space = 4};

static const char *const uniform[] = {
    "llvm.amdgcn.workgroup.id.",
    "llvm.amdgcn.implicitarg.ptr",
    "llvm.amdgcn.dispatch.ptr",
    "llvm.amdgcn.wavefrontsize",
    NULL,
};

static const struct oc_code_generator generator = {
    .has_exponentials = true, // AMDGPU's SIISelLowering: LowerFEXP, LowerFLOG
    .forgets_lanes = true,
    .unknown_stack = 16 * 1024, // libomptarget's
};

extern const struct oc_target oc_target_amdgcn;

const struct oc_lowering oc_lowering_amdgcn = {
    .target = &oc_target_amdgcn,
    .initialize = initialize_amdgpu,
    .entry_convention = 91, // AMDGPU_KERNEL
    .shared = &shared,
    .constant = &constant,
    .atomics = &atomics,
    .room = &room,
    .generator = &generator,
    .substitutes = &substitutes,
    .provides = provides,
    .attributes = attributes,
    .uniform = uniform,
    .rpc_client = "__llvm_rpc_client",
    .whole_warps = true,
};
