#include "device/whole.h"

#include "base/map.h"
#include "base/names.h"
#include "base/text.h"
#include "device/heads.h"
#include "ir/llvm_shim.h"

#include <string.h>

#define WHOLE "_whole"
#define AMONG "_among"
#define MASKED "_in" // takes a mask

// ---- Calls -------------------------------------------------------------------------------------

static bool is_among_lanes(LLVMValueRef function) {
    static const char *const kinds[] = {OC_NAME_LANE "shuffle_", OC_NAME_LANE "ballot",
                                        OC_NAME_LANE "reduce", OC_NAME_LANE "match", NULL};
    for (const char *const *kind = kinds; *kind; kind++)
        if (oc_starts_with(oc_ir_name(function), *kind))
            return true;
    return false;
}

static bool is_lane_function(LLVMValueRef function) {
    const char *name = oc_ir_name(function);
    return is_among_lanes(function) && !oc_ends_with(name, WHOLE) && !oc_ends_with(name, AMONG);
}

// The lane function that is called, or NULL.
static LLVMValueRef lane_function(LLVMValueRef instruction) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
    return callee && is_lane_function(callee) ? callee : NULL;
}

// Whether the last argument of a lane function is a mask.
static bool has_mask(LLVMValueRef call) {
    return oc_ends_with(oc_ir_callee_name(call), MASKED);
}

// Whether that mask is a constant that names all lanes.
static bool names_all(const struct oc_ir *ir, LLVMValueRef call) {
    LLVMValueRef mask = LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
    if (!LLVMIsAConstantInt(mask))
        return false;
    LLVMTypeRef lanes = LLVMGetReturnType(
        LLVMGlobalGetValueType(LLVMGetNamedFunction(ir->module, OC_NAME_LANE "mask")));
    uint64_t every = ~0ull >> (64 - LLVMGetIntTypeWidth(lanes));
    return (LLVMConstIntGetZExtValue(mask) & every) == every;
}

static void mark_convergent(struct oc_ir *ir, LLVMValueRef call) {
    static const char name[] = "convergent";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(ir->context, kind, 0));
}

// Calls a function of the device's library, which has it.
static LLVMValueRef call(struct oc_ir *ir, LLVMBuilderRef builder, const char *name,
                         LLVMValueRef *arguments, unsigned count) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    LLVMValueRef result =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
    mark_convergent(ir, result);
    return result;
}

// Asks in `block`, for all calls that the lanes come to from there.
static LLVMValueRef ask_for_lanes(struct oc_ir *ir, LLVMBuilderRef builder, LLVMBasicBlockRef block,
                                  const char *name) {
    LLVMValueRef before = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(before) || LLVMIsAAllocaInst(before))
        before = LLVMGetNextInstruction(before);
    LLVMPositionBuilderBefore(builder, before);
    LLVMSetCurrentDebugLocation2(builder, NULL);
    return call(ir, builder, name, NULL, 0);
}

static void replace_call(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef instruction,
                         const char *ending, LLVMValueRef lanes) {
    LLVMValueRef arguments[3];
    unsigned count = LLVMGetNumArgOperands(instruction) - has_mask(instruction);
    for (unsigned i = 0; i < count; i++)
        arguments[i] = LLVMGetOperand(instruction, i);
    arguments[count] = lanes;
    const char *name = oc_ir_callee_name(instruction);
    size_t length = strlen(name) - (oc_ends_with(name, MASKED) ? strlen(MASKED) : 0);
    name = oc_arena_printf(ir->arena, "%.*s%s", (int)length, name, ending);
    LLVMPositionBuilderBefore(builder, instruction); // with its place in the source
    LLVMReplaceAllUsesWith(instruction, call(ir, builder, name, arguments, count + 1));
    LLVMInstructionEraseFromParent(instruction);
}

// ---- Masks -------------------------------------------------------------------------------------

// A kernel whose calls are replaced.
struct kernel {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    const struct oc_heads *heads;
    const struct oc_loops *loops;
    LLVMBasicBlockRef entry;
    LLVMBuilderRef builder;
    struct oc_map masks;    // by head: the mask of the lanes that come there together
    struct oc_map heads_of; // by branch: a struct oc_head
};

static LLVMValueRef mask_at(struct kernel *kernel, LLVMBasicBlockRef head);

static struct oc_head head_of(struct kernel *kernel, LLVMValueRef branch) {
    struct oc_values one = {.items = &branch, .count = 1};
    size_t known;
    if (oc_map_get(&kernel->heads_of, branch, &known))
        return *(struct oc_head *)known;
    struct oc_head *head = OC_NEW(kernel->ir->arena, struct oc_head);
    oc_heads_find(kernel->heads, &one, head);
    oc_map_set(&kernel->heads_of, branch, (size_t)head);
    return *head;
}

// Whether a lane goes one of the ways of a branch or a switch that are wanted, by the number of the
// successor.
static LLVMValueRef build_goes(struct kernel *kernel, LLVMValueRef branch, const bool *wanted) {
    LLVMBuilderRef builder = kernel->builder;
    LLVMPositionBuilderBefore(builder, branch);
    if (!LLVMIsASwitchInst(branch)) {
        LLVMValueRef condition = LLVMGetCondition(branch);
        return wanted[0] ? condition : LLVMBuildNot(builder, condition, "");
    }
    LLVMValueRef number = LLVMGetOperand(branch, 0);
    // Of cases that go another way than the default's.
    LLVMValueRef goes = LLVMConstInt(LLVMInt1TypeInContext(kernel->ir->context), wanted[0], false);
    for (unsigned s = 1; s < LLVMGetNumSuccessors(branch); s++) {
        if (wanted[s] == wanted[0])
            continue;
        LLVMValueRef is_case =
            LLVMBuildICmp(builder, LLVMIntEQ, number, LLVMGetSwitchCaseValue(branch, s), "");
        goes = LLVMBuildXor(builder, goes, is_case, "");
    }
    return goes;
}

// The mask of the lanes that come to a branch together and go one of the ways that are wanted.
// Where the branch parts them, they vote.
static LLVMValueRef mask_of_ways(struct kernel *kernel, LLVMValueRef branch, const bool *wanted) {
    struct oc_head head = head_of(kernel, branch);
    LLVMValueRef mask = mask_at(kernel, head.block);
    bool all = true;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        all = all && wanted[s];
    if (all || !head.differs)
        return mask;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(kernel->ir->context);
    LLVMValueRef goes = build_goes(kernel, branch, wanted);
    LLVMValueRef arguments[] = {LLVMBuildZExt(kernel->builder, goes, i32, ""), mask};
    LLVMValueRef votes =
        call(kernel->ir, kernel->builder, OC_NAME_LANE "ballot" AMONG, arguments, 2);
    return LLVMBuildTrunc(kernel->builder, votes, LLVMTypeOf(mask), "");
}

// Whether all ways from the kernel's entry to a block lead through another one, or it is that.
static bool leads_through(const struct kernel *kernel, LLVMBasicBlockRef to,
                          LLVMBasicBlockRef through) {
    return to == through || oc_loops_dominate(kernel->loops, LLVMGetBasicBlockTerminator(through),
                                              LLVMGetBasicBlockTerminator(to));
}

static bool is_branch(LLVMValueRef terminator) {
    return LLVMIsABranchInst(terminator) || LLVMIsASwitchInst(terminator);
}

static bool *new_ways(const struct kernel *kernel, LLVMValueRef branch) {
    return OC_NEW_ARRAY(kernel->ir->arena, LLVMGetNumSuccessors(branch) + 1, bool);
}

// The mask of the lanes that go from a block to one of those that follow. Returns NULL where that
// is not possible.
static LLVMValueRef mask_of_edge(struct kernel *kernel, LLVMBasicBlockRef from,
                                 LLVMBasicBlockRef to) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(from);
    bool *wanted = new_ways(kernel, branch);
    if (!is_branch(branch))
        return NULL;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++)
        wanted[s] = LLVMGetSuccessor(branch, s) == to;
    return mask_of_ways(kernel, branch, wanted);
}

enum { MOST_BEFORE = 2 };

// The blocks before a block. Returns MOST_BEFORE + 1 if there are more.
static unsigned find_before(LLVMBasicBlockRef block, LLVMBasicBlockRef before[MOST_BEFORE]) {
    unsigned count = 0;
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    for (; use; use = LLVMGetNextUse(use)) {
        if (!LLVMIsATerminatorInst(LLVMGetUser(use)))
            continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(use));
        bool is_known = false;
        for (unsigned i = 0; i < count && i < MOST_BEFORE; i++)
            is_known |= before[i] == from;
        if (is_known)
            continue;
        if (count == MOST_BEFORE)
            return MOST_BEFORE + 1;
        before[count++] = from;
    }
    return count;
}

// The first block of a loop, that lanes come to from outside or from a turn before, together.
static LLVMValueRef mask_of_loop(struct kernel *kernel, LLVMBasicBlockRef head,
                                 LLVMBasicBlockRef before[MOST_BEFORE]) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(kernel->ir->context);
    LLVMPositionBuilderBefore(kernel->builder, LLVMGetFirstInstruction(head));
    LLVMValueRef mask = LLVMBuildPhi(kernel->builder, i32, ""), incoming[MOST_BEFORE];
    oc_map_set(&kernel->masks, head, (size_t)mask);
    for (unsigned i = 0; i < MOST_BEFORE; i++) {
        incoming[i] = mask_of_edge(kernel, before[i], head);
        if (!incoming[i])
            return NULL;
    }
    LLVMAddIncoming(mask, incoming, before, MOST_BEFORE);
    return mask;
}

static LLVMValueRef mask_of_part(struct kernel *kernel, LLVMBasicBlockRef head,
                                 LLVMBasicBlockRef before) {
    size_t known;
    mask_at(kernel, head_of(kernel, LLVMGetBasicBlockTerminator(before)).block);
    return oc_map_get(&kernel->masks, head, &known) ? (LLVMValueRef)known // by a loop
                                                    : mask_of_edge(kernel, before, head);
}

enum ways { NEVER, SOMETIMES, ALWAYS };

// Whether the ways from a block lead to the block `to`, before they come to the block `parting`.
static enum ways follow(const struct kernel *kernel, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                        LLVMBasicBlockRef parting) {
    struct oc_values seen = {.arena = kernel->ir->arena};
    bool leads = from == to, others = from == parting;
    if (!leads && !others)
        oc_values_add(&seen, LLVMBasicBlockAsValue(from));
    for (size_t i = 0; i < seen.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMValueAsBasicBlock(seen.items[i]));
        others |= !LLVMGetNumSuccessors(end) && !LLVMIsAUnreachableInst(end);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
            leads |= next == to;
            others |= next == parting;
            if (next != to && next != parting &&
                !oc_values_contain(&seen, LLVMBasicBlockAsValue(next)))
                oc_values_add(&seen, LLVMBasicBlockAsValue(next));
        }
    }
    return !leads ? NEVER : others ? SOMETIMES : ALWAYS;
}

// The last block that all ways to another one lead through.
static LLVMBasicBlockRef find_parting(const struct kernel *kernel, LLVMBasicBlockRef head) {
    LLVMBasicBlockRef found = kernel->entry;
    OC_EACH_BLOCK (block, LLVMGetBasicBlockParent(head))
        if (block != head && leads_through(kernel, head, block) &&
            leads_through(kernel, block, found))
            found = block;
    return found;
}

static bool begins_loop(const struct kernel *kernel, LLVMBasicBlockRef head) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(head));
    for (; use; use = LLVMGetNextUse(use))
        if (LLVMIsATerminatorInst(LLVMGetUser(use)) &&
            leads_through(kernel, LLVMGetInstructionParent(LLVMGetUser(use)), head))
            return true;
    return false;
}

// The mask of a block to which lanes come on several ways from one branch: as after a switch of
// which one case returns, or a case that another one goes on into.
static LLVMValueRef mask_of_meeting(struct kernel *kernel, LLVMBasicBlockRef head) {
    LLVMBasicBlockRef parting = find_parting(kernel, head);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(parting);
    size_t known;
    if (!is_branch(branch) || begins_loop(kernel, head))
        return NULL;
    bool *wanted = new_ways(kernel, branch);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(branch); s++) {
        enum ways ways = follow(kernel, LLVMGetSuccessor(branch, s), head, parting);
        if (ways == SOMETIMES)
            return NULL;
        wanted[s] = ways == ALWAYS;
    }
    mask_at(kernel, head_of(kernel, branch).block);
    return oc_map_get(&kernel->masks, head, &known) ? (LLVMValueRef)known // by a loop
                                                    : mask_of_ways(kernel, branch, wanted);
}

// Lanes of NVIDIA GPUs run on their own, so those that come to a head together need not be there at
// the same time. So the mask is computed from that of the lanes before the branch that has parted
// them. AMD GPUs have a register for it.
static LLVMValueRef compute_mask(struct kernel *kernel, LLVMBasicBlockRef head) {
    LLVMBasicBlockRef before[MOST_BEFORE];
    unsigned count = find_before(head, before);
    if (!kernel->lowering->active_lanes)
        return NULL;
    if (head == kernel->entry)
        return LLVMConstAllOnes(LLVMInt32TypeInContext(kernel->ir->context));
    if (count == 1)
        return mask_of_part(kernel, head, before[0]);
    if (count == 2 &&
        leads_through(kernel, before[0], head) != leads_through(kernel, before[1], head))
        return mask_of_loop(kernel, head, before);
    return mask_of_meeting(kernel, head);
}

static LLVMValueRef mask_at(struct kernel *kernel, LLVMBasicBlockRef head) {
    size_t known;
    if (oc_map_get(&kernel->masks, head, &known))
        return (LLVMValueRef)known;
    LLVMValueRef mask = compute_mask(kernel, head);
    if (!mask) {
        mask = ask_for_lanes(kernel->ir, kernel->builder, head, OC_NAME_LANE "mask");
        if (oc_map_get(&kernel->masks, head, &known)) { // what a loop's mask was to be
            LLVMReplaceAllUsesWith((LLVMValueRef)known, mask);
            LLVMInstructionEraseFromParent((LLVMValueRef)known);
        }
    }
    oc_map_set(&kernel->masks, head, (size_t)mask);
    return mask;
}

// ---- Kernels -----------------------------------------------------------------------------------

// Masks that do not name all lanes stay, and who is in them is found out at run time.
static void find_calls(const struct oc_ir *ir, LLVMValueRef kernel, struct oc_values *out) {
    OC_EACH_BLOCK (block, kernel)
        OC_EACH_INSTRUCTION (instruction, block)
            if (lane_function(instruction) &&
                (!has_mask(instruction) || names_all(ir, instruction)))
                oc_values_add(out, instruction);
}

static void look_at(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    find_calls(ir, function, &calls);
    if (calls.count == 0)
        return;
    struct kernel kernel = {.ir = ir,
                            .lowering = lowering,
                            .heads = oc_heads_begin(ir, lowering, function, false),
                            .entry = LLVMGetEntryBasicBlock(function),
                            .builder = LLVMCreateBuilderInContext(ir->context),
                            .masks = {.arena = ir->arena},
                            .heads_of = {.arena = ir->arena}};
    struct oc_loops *loops = kernel.heads ? oc_loops_read(function) : NULL;
    kernel.loops = loops;
    if (kernel.heads) {
        struct oc_head *heads = OC_NEW_ARRAY(ir->arena, calls.count, struct oc_head);
        LLVMValueRef all = NULL;
        oc_heads_find(kernel.heads, &calls, heads);
        LLVMValueRef *lanes = OC_NEW_ARRAY(ir->arena, calls.count, LLVMValueRef);
        for (size_t i = 0; i < calls.count; i++) {
            if (heads[i].block == kernel.entry)
                lanes[i] = all =
                    all ? all : ask_for_lanes(ir, kernel.builder, kernel.entry, OC_NAME_LANE "all");
            else if (!has_mask(calls.items[i]))
                lanes[i] = mask_at(&kernel, heads[i].block);
            // Else lanes that are not here yet may be in the mask.
        }
        for (size_t i = 0; i < calls.count; i++)
            if (lanes[i])
                replace_call(ir, kernel.builder, calls.items[i],
                             heads[i].block == kernel.entry ? WHOLE : AMONG, lanes[i]);
    }
    oc_loops_dispose(loops);
    LLVMDisposeBuilder(kernel.builder);
}

// A block that all of the lanes come to together, from a block on the way there, begins a loop that
// they leave together.
void oc_whole_loops(struct oc_ir *ir, const struct oc_lowering *lowering, LLVMValueRef kernel,
                    const struct oc_values *loops, struct oc_values *out) {
    struct oc_values firsts = {.arena = ir->arena};
    struct oc_heads *heads = loops->count == 0 ? NULL : oc_heads_begin(ir, lowering, kernel, true);
    if (!heads)
        return;
    for (size_t i = 0; i < loops->count; i++)
        oc_values_add(&firsts, LLVMGetFirstInstruction(LLVMValueAsBasicBlock(loops->items[i])));
    struct oc_head *found = OC_NEW_ARRAY(ir->arena, loops->count, struct oc_head);
    oc_heads_find(heads, &firsts, found);
    for (size_t i = 0; i < loops->count; i++)
        if (LLVMBasicBlockAsValue(found[i].block) != loops->items[i])
            oc_values_add(out, loops->items[i]);
}

// Whether a function that is not one of the library's lane functions uses this one.
static bool is_used(LLVMValueRef function) {
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) ||
            !is_among_lanes(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
            return true;
    }
    return false;
}

static bool uses_lanes(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (is_lane_function(function) && is_used(function))
            return true;
    }
    return false;
}

// Calls of lane functions are not inlined before they have been looked at, and what may be called
// in their place is not lost.
static void keep_calls(struct oc_ir *ir, bool keep) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (!is_among_lanes(function))
            continue;
        if (keep)
            oc_ir_add_attribute(ir, function, "noinline");
        else
            oc_ir_remove_attribute(function, "noinline");
    }
}

bool oc_whole_warps(struct oc_ir *ir, const struct oc_lowering *lowering,
                    LLVMTargetMachineRef machine) {
    static const char pipeline[] =
        "always-inline,cgscc(inline,function(sroa,early-cse,simplifycfg)),function(loop-simplify)";
    if (!uses_lanes(ir))
        return true;
    keep_calls(ir, true);
    bool done = oc_ir_run(ir, ir->module, pipeline, machine);
    keep_calls(ir, false);
    OC_EACH_FUNCTION (function, ir->module) {
        if (done && !LLVMIsDeclaration(function) &&
            LLVMGetFunctionCallConv(function) == lowering->entry_convention)
            look_at(ir, lowering, function);
    }
    return done;
}
