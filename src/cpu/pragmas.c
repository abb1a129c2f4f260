#include "cpu/pragmas.h"

#include "cpu/awaits.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

static bool waits(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
            return true;
    }
    return false;
}

// Whether a block ends the turns of a loop with `#pragma unroll`, without a number.
static bool has_unroll(struct oc_ir *ir, LLVMBasicBlockRef block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return oc_ir_loop_has(ir, end, "llvm.loop.unroll.enable", "none") ||
           oc_ir_loop_has(ir, end, "llvm.loop.unroll.full", "none");
}

void oc_pragmas_forget(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_loop_info *loops = oc_loops_read(function);
    OC_EACH_BLOCK (block, function) {
        const struct oc_loop *loop = oc_loops_around(loops, block);
        if (loop && has_unroll(ir, block) && !oc_loops_turns(loops, loop))
            oc_loop_forget_pragmas(loop);
        for (; loop && waits(block); loop = oc_loop_parent(loop))
            oc_loop_forget_pragmas(loop);
    }
    oc_loops_dispose(loops);
    oc_awaits_keep_loops(ir, function);
}
