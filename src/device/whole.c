#include "device/whole.h"

#include "base/map.h"
#include "base/names.h"
#include "device/barriers.h"
#include "device/exits.h"
#include "device/heads.h"
#include "device/lanecalls.h"
#include "device/maskarguments.h"
#include "device/masks.h"
#include "device/maskwaits.h"
#include "device/structure.h"
#include "ir/breaks.h"

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
    bool ends;     // the masks may have lanes that have ended (exits.h)
};

// Whether a function with a mask for a parameter is called, and the mask is still to be set.
static bool is_told(const struct oc_map *told, LLVMValueRef call) {
    return oc_map_get(told, LLVMGetCalledValue(call), NULL) && oc_maskarguments_is_unset(call);
}

// Masks that do not name all lanes stay, and who is in them is found out at run time.
static bool is_to_be_told(const struct user *user, const struct oc_map *told,
                          LLVMValueRef instruction) {
    if (!LLVMIsACallInst(instruction))
        return false;
    if (!oc_lanecalls_is_call(instruction))
        return is_told(told, instruction);
    return !oc_lanecalls_has_mask(instruction) ||
           (user->is_kernel && oc_lanecalls_names_all(user->ir, instruction));
}

// Whether all lanes of the warp come together to one of the lane functions that are called.
static bool is_of_all(const struct user *user, size_t call) {
    return user->is_kernel && !user->ends && oc_lanecalls_is_call(user->calls.items[call]) &&
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

// Builds the mask of those lanes of a mask that have not ended.
static LLVMValueRef ask_who_is_left(struct oc_ir *ir, LLVMValueRef call, LLVMValueRef mask) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef yes = LLVMConstInt(LLVMInt1TypeInContext(ir->context), 1, false);
    LLVMValueRef left = oc_lanecalls_vote(ir, builder, yes, mask);
    LLVMDisposeBuilder(builder);
    return left;
}

static void replace_call(const struct user *user, size_t i) {
    LLVMValueRef call = user->calls.items[i];
    if (is_of_all(user, i)) {
        oc_lanecalls_replace(user->ir, call, OC_LANES_WHOLE, oc_masks_last(user->masks));
        return;
    }
    LLVMValueRef mask = oc_masks_at(user->masks, LLVMValueAsBasicBlock(user->blocks.items[i]));
    if (user->ends)
        mask = ask_who_is_left(user->ir, call, mask);
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

// Gives loops the form in which masks can be planned. In clang's code, a return within a loop
// leaves that as a break does, and which of the two it was is asked later. A lane that returns
// would wait there for others to vote, and they for it at a barrier in the loop. Likewise what
// clang does before a break is in the loop, if variables end there, but should be after it on all
// targets (offload_lanes.h). Variables without optimisations stay in memory where that cannot be.
static bool prepare(struct oc_ir *ir, LLVMValueRef function) {
    bool keeps_variables =
        oc_ir_has_attribute(function, "optnone") && !oc_barriers_may_wait(ir, function);
    if (keeps_variables)
        return oc_structure_run(ir, function, "loop-simplify");
    return oc_structure_run(ir, function, "sroa") &&
           (!oc_breaks_are_asked(function) || oc_structure_run(ir, function, "jump-threading")) &&
           oc_structure_run(ir, function, "simplifycfg,early-cse,simplifycfg,loop-simplify");
}

static bool look_at(struct user *user, const struct oc_map *told) {
    struct oc_ir *ir = user->ir;
    if (!user->is_kernel && !user->entry)
        user->entry =
            oc_lanecalls_ask(ir, LLVMGetEntryBasicBlock(user->function), OC_NAME_LANE "mask");
    plan_masks(user, told);
    if (user->lowering->active_lanes && oc_barriers_may_wait(ir, user->function) &&
        (!user->complete || oc_masks_vote_apart(user->masks))) {
        if (!oc_exits_make(ir, user->lowering, user->function, &user->calls, &user->ends))
            return false;
        if (user->ends)
            plan_masks(user, told);
    }
    if (!user->complete && user->lowering->active_lanes) {
        if (!oc_structure_make(ir, user->function))
            return false;
        plan_masks(user, told);
    }
    oc_masks_build(user->masks);
    for (size_t i = 0; i < user->calls.count; i++)
        replace_call(user, i);
    return true;
}

// On AMD GPUs, where lane functions do not wait by themselves.
static bool wait_for_masks(struct oc_ir *ir, const struct oc_lowering *lowering) {
    OC_EACH_FUNCTION (function, ir->module)
        if (!LLVMIsDeclaration(function) && !oc_lanecalls_is_among(function) &&
            oc_maskwaits_are_in(function) &&
            (!prepare(ir, function) || !oc_maskwaits_make(ir, lowering, function)))
            return false;
    return true;
}

static bool prepare_all(struct oc_ir *ir, const struct oc_lowering *lowering,
                        const struct oc_map *told) {
    OC_EACH_FUNCTION (function, ir->module) {
        const struct user user = {.ir = ir,
                                  .function = function,
                                  .is_kernel = LLVMGetFunctionCallConv(function) ==
                                               lowering->entry_convention};
        if (!LLVMIsDeclaration(function) && !oc_lanecalls_is_among(function) &&
            has_calls(&user, told) && !prepare(ir, function))
            return false;
    }
    return true;
}

// On other GPUs than NVIDIA's, lanes that are together know it in each function.
static bool look_at_all(struct oc_ir *ir, const struct oc_lowering *lowering) {
    struct oc_maskarguments all = {.functions.arena = ir->arena, .masks.arena = ir->arena};
    struct oc_map told = {.arena = ir->arena};
    if (lowering->active_lanes)
        oc_maskarguments_add(ir, lowering, &all);
    for (size_t i = 0; i < all.functions.count; i++)
        if (all.masks.items[i])
            oc_map_set(&told, all.functions.items[i], 1);
    OC_EACH_FUNCTION (function, ir->module)
        if (!LLVMIsDeclaration(function) &&
            LLVMGetFunctionCallConv(function) == lowering->entry_convention) {
            oc_values_add(&all.functions, function);
            oc_values_add(&all.masks, NULL);
        }
    struct user *users = OC_NEW_ARRAY(ir->arena, all.functions.count + 1, struct user);
    size_t count = 0;
    for (size_t i = 0; i < all.functions.count; i++) {
        LLVMValueRef function = all.functions.items[i];
        users[count] = (struct user){.ir = ir,
                                     .lowering = lowering,
                                     .function = function,
                                     .entry = all.masks.items[i],
                                     .is_kernel = LLVMGetFunctionCallConv(function) ==
                                                  lowering->entry_convention};
        count += has_calls(&users[count], &told);
    }
    bool done = prepare_all(ir, lowering, &told) &&
                (lowering->active_lanes || wait_for_masks(ir, lowering));
    for (size_t i = 0; done && i < count; i++)
        done = look_at(&users[i], &told);
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
    if (!lowering->active_lanes)
        oc_maskwaits_inline(ir);
    keep_calls(ir, true);
    bool done =
        oc_ir_run(ir, ir->module,
                  optimises ? "always-inline,cgscc(inline,function(sroa,early-cse,simplifycfg)),"
                              "function(loop-simplify)"
                            : "always-inline",
                  machine);
    keep_calls(ir, false);
    return done && (optimises || lowering->active_lanes ? look_at_all(ir, lowering)
                                                        : wait_for_masks(ir, lowering));
}
