#include "whole.h"

#include "base/text.h"

#include <string.h>

// A kernel's blocks, and what is known of them and of values. All is taken for uniform until the
// contrary is found.
struct whole {
    struct oc_ir *ir;
    LLVMValueRef kernel;
    struct oc_values blocks;  // as values
    bool *parted;             // of each block: not all lanes may be there
    struct oc_values differs; // values that may not be the same for all lanes
};

enum { MOST_BLOCKS = 300 };

static size_t number_of(const struct whole *whole, LLVMBasicBlockRef block) {
    for (size_t i = 0; i < whole->blocks.count; i++)
        if (whole->blocks.items[i] == LLVMBasicBlockAsValue(block))
            return i;
    return 0; // never: all blocks are there
}

// ---- Values ------------------------------------------------------------------------------------

// Special registers that are the same for a block, and intrinsics that only compute.
static bool is_uniform_call(LLVMValueRef call) {
    static const char *const names[] = {"llvm.nvvm.read.ptx.sreg.ntid.",
                                        "llvm.nvvm.read.ptx.sreg.ctaid.",
                                        "llvm.nvvm.read.ptx.sreg.nctaid.",
                                        "llvm.nvvm.read.ptx.sreg.warpsize",
                                        "llvm.smin.",
                                        "llvm.smax.",
                                        "llvm.umin.",
                                        "llvm.umax.",
                                        "llvm.abs.",
                                        "llvm.ctlz.",
                                        "llvm.cttz.",
                                        "llvm.ctpop.",
                                        "llvm.fshl.",
                                        "llvm.fshr.",
                                        "llvm.umul.with.overflow",
                                        "llvm.assume",
                                        "llvm.lifetime.",
                                        "llvm.dbg.",
                                        "llvm.experimental.noalias.scope.decl"};
    const char *name = oc_ir_callee_name(call);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(name, names[i]))
            return true;
    return false;
}

static bool is_source(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return !is_uniform_call(instruction);
    case LLVMLoad: // others may write there meanwhile
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMVAArg:
    case LLVMFreeze:
        return true;
    default:
        return false;
    }
}

static bool has_different_operand(const struct whole *whole, LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (oc_values_contain(&whole->differs, LLVMGetOperand(instruction, (unsigned)i)))
            return true;
    return false;
}

// What is computed where lanes are parted, or chosen by where they came from, may differ.
static bool spread_values(struct whole *whole) {
    bool changed = false;
    OC_EACH_BLOCK (block, whole->kernel) {
        bool parted = whole->parted[number_of(whole, block)];
        OC_EACH_INSTRUCTION (instruction, block) {
            if (oc_values_contain(&whole->differs, instruction))
                continue;
            if (parted || is_source(instruction) || has_different_operand(whole, instruction)) {
                oc_values_add(&whole->differs, instruction);
                changed = true;
            }
        }
    }
    return changed;
}

// ---- Blocks ------------------------------------------------------------------------------------

// Marks in `reached` what the ends of a block lead to, but for `without` and what is behind it.
// Returns whether that has an end of the kernel in it.
static bool reach(const struct whole *whole, LLVMBasicBlockRef from, size_t without,
                  bool *reached) {
    size_t *waiting = OC_NEW_ARRAY(whole->ir->arena, whole->blocks.count + 1, size_t), count = 0;
    const LLVMValueRef *blocks = whole->blocks.items;
    bool ends = false;
    memset(reached, 0, whole->blocks.count * sizeof *reached);
    waiting[count++] = number_of(whole, from);
    while (blocks && count) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks[waiting[--count]]);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        ends |= LLVMGetNumSuccessors(last) == 0;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(last); s++) {
            size_t next = number_of(whole, LLVMGetSuccessor(last, s));
            if (next == without || reached[next])
                continue;
            reached[next] = true;
            waiting[count++] = next;
        }
    }
    return ends;
}

static size_t count_of(const bool *flags, size_t count) {
    size_t result = 0;
    for (size_t i = 0; i < count; i++)
        result += flags[i];
    return result;
}

// Whether a phi where lanes meet again has one value for all that come from where they were parted.
static bool is_same_for_all(const struct whole *whole, LLVMValueRef phi, LLVMBasicBlockRef branch,
                            const bool *parted) {
    LLVMValueRef value = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef incoming = LLVMGetIncomingValue(phi, i);
        if (from != branch && !parted[number_of(whole, from)])
            continue;
        if (value && incoming != value)
            return false;
        value = incoming;
    }
    return true;
}

// A branch that lanes take differently parts them up to the first block that all ways to the
// kernel's end lead through; where there is none, for good. In that block they have come different
// ways, which its phis show.
static bool part(struct whole *whole, LLVMBasicBlockRef branch) {
    size_t blocks = whole->blocks.count, meet = blocks;
    bool *reached = OC_NEW_ARRAY(whole->ir->arena, blocks, bool);
    bool *parted = OC_NEW_ARRAY(whole->ir->arena, blocks, bool);
    bool ends = reach(whole, branch, blocks, parted);
    size_t least = count_of(parted, blocks) + 1, own = number_of(whole, branch);
    for (size_t i = 0; ends && i < blocks; i++) {
        if (i == own || reach(whole, branch, i, reached) || count_of(reached, blocks) >= least)
            continue;
        least = count_of(reached, blocks);
        meet = i;
        memcpy(parted, reached, blocks * sizeof *parted);
    }
    bool changed = false;
    for (size_t i = 0; i < blocks; i++)
        if (parted[i] && !whole->parted[i])
            whole->parted[i] = changed = true;
    if (meet < blocks) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(whole->blocks.items[meet]);
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!LLVMIsAPHINode(instruction))
                break;
            if (!oc_values_contain(&whole->differs, instruction) &&
                !is_same_for_all(whole, instruction, branch, parted)) {
                oc_values_add(&whole->differs, instruction);
                changed = true;
            }
        }
    }
    return changed;
}

static void analyse(struct whole *whole) {
    for (bool changed = true; changed;) {
        changed = spread_values(whole);
        OC_EACH_BLOCK (block, whole->kernel) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
            if (LLVMGetNumSuccessors(last) > 1 && oc_values_contain(&whole->differs, last))
                changed |= part(whole, block);
        }
    }
}

// ---- Calls -------------------------------------------------------------------------------------

static const char prefix[] = "__offloadcc_lane_shuffle_", ending[] = "_whole";

static bool is_lane_function(LLVMValueRef function) {
    return oc_starts_with(oc_ir_name(function), prefix) &&
           !oc_ends_with(oc_ir_name(function), ending);
}

static void replace_calls(struct whole *whole) {
    OC_EACH_BLOCK (block, whole->kernel) {
        if (whole->parted[number_of(whole, block)])
            continue;
        OC_EACH_INSTRUCTION (instruction, block) {
            LLVMValueRef callee = LLVMIsACallInst(instruction) ? oc_ir_callee(instruction) : NULL;
            if (!callee || !is_lane_function(callee))
                continue;
            const char *name =
                oc_arena_printf(whole->ir->arena, "%s%s", oc_ir_name(callee), ending);
            LLVMValueRef other = LLVMGetNamedFunction(whole->ir->module, name);
            if (other)
                LLVMSetOperand(instruction, (unsigned)LLVMGetNumOperands(instruction) - 1, other);
        }
    }
}

static void look_at(struct oc_ir *ir, LLVMValueRef kernel) {
    struct whole whole = {.ir = ir,
                          .kernel = kernel,
                          .blocks = {.arena = ir->arena},
                          .differs = {.arena = ir->arena}};
    OC_EACH_BLOCK (block, kernel) {
        oc_values_add(&whole.blocks, LLVMBasicBlockAsValue(block));
    }
    if (whole.blocks.count > MOST_BLOCKS)
        return;
    whole.parted = OC_NEW_ARRAY(ir->arena, whole.blocks.count, bool);
    analyse(&whole);
    replace_calls(&whole);
}

static bool uses_lanes(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (is_lane_function(function) && LLVMGetFirstUse(function))
            return true;
    }
    return false;
}

// Calls of lane functions are not inlined before they have been looked at.
static void keep_calls(struct oc_ir *ir, bool keep) {
    OC_EACH_FUNCTION (function, ir->module) {
        if (!is_lane_function(function))
            continue;
        if (keep)
            oc_ir_add_attribute(ir, function, "noinline");
        else
            oc_ir_remove_attribute(function, "noinline");
    }
}

bool oc_whole_warps(struct oc_ir *ir, const struct oc_target *target,
                    LLVMTargetMachineRef machine) {
    static const char pipeline[] =
        "always-inline,cgscc(inline),function(sroa,early-cse,simplifycfg)";
    if (!uses_lanes(ir))
        return true;
    keep_calls(ir, true);
    bool done = oc_ir_run(ir, ir->module, pipeline, machine);
    keep_calls(ir, false);
    OC_EACH_FUNCTION (function, ir->module) {
        if (done && !LLVMIsDeclaration(function) &&
            LLVMGetFunctionCallConv(function) == target->entry_convention)
            look_at(ir, function);
    }
    return done;
}
