#include "device/whole.h"

#include "base/map.h"
#include "base/names.h"
#include "device/heads.h"
#include "device/lanecalls.h"
#include "device/maskarguments.h"
#include "device/masks.h"
#include "device/structure.h"

// ---- Functions ---------------------------------------------------------------------------------

// A function whose calls are replaced.
struct user {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    LLVMValueRef function;
    LLVMValueRef entry; // the mask of the lanes that come there; NULL of a kernel
    bool is_kernel;
    struct oc_heads *heads;
    struct oc_values calls, blocks; // and the head of each
    struct oc_masks *masks;
    bool complete; // all of them can be computed
};

// Masks that do not name all lanes stay, and who is in them is found out at run time.
static bool is_to_be_told(const struct user *user, const struct oc_map *told,
                          LLVMValueRef instruction) {
    if (!LLVMIsACallInst(instruction))
        return false;
    if (!oc_lanecalls_is_call(instruction))
        return oc_map_get(told, instruction, NULL);
    return !oc_lanecalls_has_mask(instruction) ||
           (user->is_kernel && oc_lanecalls_names_all(user->ir, instruction));
}

// Whether all lanes of the warp come together to one of the lane functions that are called.
static bool is_of_all(const struct user *user, size_t call) {
    return user->is_kernel && oc_lanecalls_is_call(user->calls.items[call]) &&
           LLVMValueAsBasicBlock(user->blocks.items[call]) ==
               LLVMGetEntryBasicBlock(user->function);
}

// Finds where the lanes come together. A call with a mask stays where lanes that are not here yet
// may be in it.
static void find_calls(struct user *user, const struct oc_map *told) {
    struct oc_arena *arena = user->ir->arena;
    user->heads = oc_heads_begin(user->ir, user->lowering, user->function, false);
    user->calls = user->blocks = (struct oc_values){.arena = arena};
    OC_EACH_BLOCK (block, user->function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!is_to_be_told(user, told, instruction))
                continue;
            struct oc_head head = oc_heads_of(user->heads, instruction);
            if (!head.block || (oc_lanecalls_has_mask(instruction) &&
                                head.block != LLVMGetEntryBasicBlock(user->function)))
                continue;
            oc_values_add(&user->calls, instruction);
            oc_values_add(&user->blocks, LLVMBasicBlockAsValue(head.block));
        }
}

static void plan_masks(struct user *user, const struct oc_map *told) {
    struct oc_values blocks = {.arena = user->ir->arena};
    find_calls(user, told);
    for (size_t i = 0; i < user->calls.count; i++)
        if (!is_of_all(user, i))
            oc_values_add(&blocks, user->blocks.items[i]);
    user->masks = oc_masks_plan(user->ir, user->heads, user->entry, !user->lowering->active_lanes,
                                &blocks, &user->complete);
}

static void replace_call(const struct user *user, size_t i) {
    LLVMValueRef call = user->calls.items[i];
    if (is_of_all(user, i)) {
        oc_lanecalls_replace(user->ir, call, OC_LANES_WHOLE, oc_masks_last(user->masks));
        return;
    }
    LLVMValueRef mask = oc_masks_at(user->masks, LLVMValueAsBasicBlock(user->blocks.items[i]));
    if (oc_lanecalls_is_call(call))
        oc_lanecalls_replace(user->ir, call, OC_LANES_AMONG, mask);
    else
        oc_maskarguments_set(call, mask);
}

static bool has_calls(const struct user *user, const struct oc_map *told) {
    OC_EACH_BLOCK (block, user->function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (is_to_be_told(user, told, instruction))
                return true;
    return false;
}

static bool look_at(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef function,
                    LLVMValueRef mask, const struct oc_map *told) {
    struct user user = {.ir = ir, .lowering = lowering, .function = function, .entry = mask};
    user.is_kernel = LLVMGetFunctionCallConv(function) == lowering->entry_convention;
    if (!has_calls(&user, told))
        return true;
    if (lowering->active_lanes && !oc_structure_run(ir, function, "loop-simplify"))
        return false;
    if (!user.is_kernel && !mask)
        user.entry = oc_lanecalls_ask(ir, LLVMGetEntryBasicBlock(function), OC_NAME_LANE "mask");
    plan_masks(&user, told);
    if (!user.complete && lowering->active_lanes) {
        if (!oc_structure_make(ir, function))
            return false;
        plan_masks(&user, told);
    }
    oc_masks_build(user.masks);
    for (size_t i = 0; i < user.calls.count; i++)
        replace_call(&user, i);
    return true;
}

// On other GPUs than NVIDIA's, lanes that are together know it in each function.
static bool look_at_all(struct oc_ir *ir, const struct oc_lowering *lowering) {
    struct oc_maskarguments users = {.calls.count = 0};
    struct oc_map told = {.arena = ir->arena};
    bool done = true;
    if (lowering->active_lanes)
        oc_maskarguments_add(ir, lowering, &users);
    for (size_t i = 0; i < users.calls.count; i++)
        oc_map_set(&told, users.calls.items[i], 1);
    for (size_t i = 0; done && i < users.functions.count; i++)
        done = look_at(ir, lowering, users.functions.items[i], users.masks.items[i], &told);
    OC_EACH_FUNCTION (function, ir->module)
        if (done && !LLVMIsDeclaration(function) &&
            LLVMGetFunctionCallConv(function) == lowering->entry_convention)
            done = look_at(ir, lowering, function, NULL, &told);
    return done;
}

// A block that all of the lanes come to together, from a block on the way there, begins a loop that
// they leave together.
void oc_whole_loops(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef kernel,
                    const struct oc_values *loops, struct oc_values *out) {
    if (loops->count == 0)
        return;
    struct oc_heads *heads = oc_heads_begin(ir, lowering, kernel, true);
    for (size_t i = 0; i < loops->count; i++) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMValueAsBasicBlock(loops->items[i]));
        LLVMBasicBlockRef head = oc_heads_of(heads, first).block;
        if (head && LLVMBasicBlockAsValue(head) != loops->items[i])
            oc_values_add(out, loops->items[i]);
    }
}

// Whether a function that is not one of the library's lane functions uses this one.
static bool is_used(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) ||
            !oc_lanecalls_is_among(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
            return true;
    }
    return false;
}

static bool uses_lanes(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (oc_lanecalls_is_function(function) && is_used(function))
            return true;
    }
    return false;
}

// Calls of lane functions are not inlined before they have been looked at, and what may be called
// in their place is not lost.
static void keep_calls(struct oc_ir *ir, bool keep) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (!oc_lanecalls_is_among(function))
            continue;
        if (keep)
            oc_ir_add_attribute(ir, function, "noinline");
        else
            oc_ir_remove_attribute(function, "noinline");
    }
}

bool oc_whole_warps(struct oc_ir *ir, const struct oc_lowering *lowering,
                    LLVMTargetMachineRef machine, bool optimises) {
    if (!uses_lanes(ir))
        return true;
    keep_calls(ir, true);
    bool done =
        oc_ir_run(ir, ir->module,
                  optimises ? "always-inline,cgscc(inline,function(sroa,early-cse,simplifycfg)),"
                              "function(loop-simplify)"
                            : "always-inline",
                  machine);
    keep_calls(ir, false);
    return done && look_at_all(ir, lowering);
}
