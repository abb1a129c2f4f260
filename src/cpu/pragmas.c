#include "cpu/pragmas.h"

#include "ir/llvm_shim.h"
#include "ir/waits.h"

static bool waits(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
            return true;
    }
    return false;
}

void oc_pragmas_forget(LLVMValueRef function) {
    struct oc_loops *loops = oc_loops_read(function);
    OC_EACH_BLOCK (block, function)
        if (waits(block))
            for (const struct oc_loop *loop = oc_loops_around(loops, block); loop;
                 loop = oc_loop_parent(loop))
                oc_loop_forget_pragmas(loop);
    oc_loops_dispose(loops);
}
