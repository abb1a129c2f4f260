// NVIDIA GPUs, by LLVM's NVPTX.
#include "device/targets/lowering.h"

#include "base/names.h"
#include "device/targets/ptxbranches.h"
#include "device/targets/ptxmasks.h"
#include "device/targets/ptxstores.h"

#include <llvm-c/Target.h>
#include <string.h>

static void initialize_nvptx(void) {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
}

// What CUDA's driver links into every module, dynamic shared memory (src/builtins/gpu.c), and what
// libdevice asks of LLVM.
static const char *const provides[] = {
    "vprintf",        "__assertfail", "malloc", "free", OC_NAME_DYNAMIC_SHARED_MEMORY,
    "__nvvm_reflect", NULL,
};

// PTX ISA, "Predefined Identifiers": the one without a percent sign.
static const char *const reserved[] = {"WARP_SZ", NULL};

// ptxas finds by itself what addresses in loops have in common. The pointers, one for each array,
// that LLVM makes loops count with cost registers. libdevice asks LLVM for the roots that it
// computes with, which are to be exact.
static const char *const code_options[] = {"-disable-lsr", "-nvvm-reflect-add=__CUDA_PREC_SQRT=1",
                                           NULL};

// Runtime unrolling leaves loops with two equal induction variables. Of LLVM's passes, only loop
// strength reduction, which is off, and this one merge them.
static const char passes[] = "loop(indvars),";

static const struct oc_code_generator generator = {
    .options = code_options,
    .passes = passes,
    .short_pointers = "-nvptx-short-ptr",
    .log2 = "llvm.nvvm.lg2.approx.f",
    .reserved = reserved,
};

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

// PTX ISA, "atom": .b128 with .sys is in PTX 8.4, of CUDA 12.4.
static const char *wide_feature(const char *arch) {
    return has_clusters(arch) ? "+ptx84" : NULL;
}

static const char *const scopes[] = {"", "block", "cluster", NULL};

static const struct oc_atomics atomics = {
    .scope = atomic_scope,
    .text = atomic_text,
    .scopes = scopes,
    .wide_feature = wide_feature,
    .forgets_order = true,
    .lacks_order = is_early,
    .lacks_signal_fences = true,
};

// A kernel may ask for more only at run time, as dynamic shared memory (CUDA C++ Programming Guide,
// "Technical Specifications per Compute Capability").
static unsigned long shared_limit(const char *arch) {
    (void)arch;
    return 48 * 1024;
}

static const struct oc_shared_memory shared = {
    .space = 3,
    .dwarf_space = 8, // CUDA's ADDR_shared_space
    .limit = shared_limit,
};

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
static const struct oc_constant_memory constant = {
    .space = 4,
    .dwarf_space = 4, // CUDA's ADDR_const_space
    .limit = 64 * 1024,
};

static const struct oc_block_room room = {
    .limit = "nvvm.maxntid",
    .limit_prefix = "",
    .register_limit = "nvvm.maxnreg",
    .registers = 65536,
};

static const char *const uniform[] = {
    "llvm.nvvm.read.ptx.sreg.ntid.",
    "llvm.nvvm.read.ptx.sreg.ctaid.",
    "llvm.nvvm.read.ptx.sreg.nctaid.",
    "llvm.nvvm.read.ptx.sreg.warpsize",
    OC_NAME_BLOCK_ID, // these are called where nothing is optimised
    OC_NAME_BLOCK_SIZE,
    OC_NAME_BLOCK_COUNT,
    NULL,
};

// Where PTX does not give a source's time of change and size, ptxas takes them from the file. Then
// images of the same PTX differ. gdb does not use these two.
static struct oc_bytes fix_file_times(struct oc_arena *arena, struct oc_bytes text) {
    static const char directive[] = "\n\t.file\t";
    const char *from = text.data, *at;
    struct oc_text out = {.arena = arena};
    while ((at = strstr(from, directive))) {
        size_t length = (size_t)(at - from) + strlen(directive);
        length += strcspn(from + length, "\n");
        oc_text_add_bytes(&out, from, length);
        oc_text_add(&out, ", 1, 1");
        from += length;
    }
    if (from == text.data)
        return text;
    oc_text_add(&out, from);
    return (struct oc_bytes){out.data, out.length};
}

static struct oc_bytes finish_text(struct oc_arena *arena, struct oc_bytes text, bool optimised) {
    text = oc_ptx_mend_stores(arena, text);
    if (optimised) {
        text = oc_ptx_join_branches(arena, text);
        text = oc_ptx_share_masks(arena, text);
    }
    return fix_file_times(arena, text);
}

extern const struct oc_target oc_target_nvptx64;

const struct oc_lowering oc_lowering_nvptx64 = {
    .target = &oc_target_nvptx64,
    .initialize = initialize_nvptx,
    .entry_convention = 71, // PTX_Kernel
    .shared = &shared,
    .constant = &constant,
    .atomics = &atomics,
    .room = &room,
    .generator = &generator,
    .finish_text = finish_text,
    .provides = provides,
    .uniform = uniform,
    .active_lanes = "llvm.nvvm.activemask",
    .lane = "llvm.nvvm.read.ptx.sreg.laneid",
    .wait_for_lanes = "llvm.nvvm.bar.warp.sync",
    .whole_warps = true,
    .narrow_copies = true,
    .ignores_cache_hints = true,
    .variables_pass = "generic-to-nvvm",
};
