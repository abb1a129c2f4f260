#include "cpu/fewturns.h"

#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

enum { MOST_TURNS = 8, MOST_INSTRUCTIONS = 60, DEPTH = 6 };

// What an index is computed from.
struct sources {
    bool turn, thread;
};

static void find_sources(const struct oc_loop *loop, LLVMValueRef value, int depth,
                         struct sources *out) {
    if (!depth || !LLVMIsAInstruction(value))
        return;
    if (LLVMIsAPHINode(value))
        out->turn = out->turn || oc_loop_has(loop, LLVMGetInstructionParent(value));
    else if (oc_ids_is_index(oc_ir_callee_name(value)))
        out->thread = true;
    else if (oc_ir_is_index_arithmetic(value))
        for (int i = 0; i < LLVMGetNumOperands(value); i++)
            find_sources(loop, LLVMGetOperand(value, (unsigned)i), depth - 1, out);
}

// Whether a branch asks for an index that depends on the turn and on the thread.
static bool is_guard(const struct oc_loop *loop, LLVMValueRef branch) {
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    LLVMValueRef compare = LLVMIsAICmpInst(LLVMGetCondition(branch));
    struct sources sources = {false, false};
    for (unsigned i = 0; compare && i < 2; i++)
        find_sources(loop, LLVMGetOperand(compare, i), DEPTH, &sources);
    return sources.turn && sources.thread;
}

// Whether a loop around a guard is short and waits for nobody.
static bool is_short(LLVMValueRef body, const struct oc_loop_info *loops,
                     const struct oc_loop *loop) {
    unsigned turns = oc_loops_turns(loops, loop);
    size_t size = 0;
    if (turns < 2 || turns > MOST_TURNS)
        return false;
    OC_EACH_BLOCK (block, body) {
        if (!oc_loop_has(loop, block))
            continue;
        if (oc_loops_around(loops, block) != loop)
            return false;
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
                return false;
        size += oc_ir_count_instructions(block);
    }
    return size <= MOST_INSTRUCTIONS;
}

bool oc_fewturns_unroll(struct oc_ir *ir, LLVMValueRef body) {
    struct oc_loop_info *loops = oc_loops_read(body);
    bool any = false;
    OC_EACH_BLOCK (block, body) {
        const struct oc_loop *loop = oc_loops_around(loops, block);
        if (!loop || !is_guard(loop, LLVMGetBasicBlockTerminator(block)) ||
            !is_short(body, loops, loop))
            continue;
        oc_loop_unroll(loop);
        any = true;
    }
    oc_loops_dispose(loops);
    return !any || oc_ir_run_on_function(ir, body,
                                         "loop(loop-unroll-full),early-cse,"
                                         "instcombine<no-verify-fixpoint>,simplifycfg",
                                         NULL);
}
