#include "host/resident/inlined.h"

#include "ir/edit.h"
#include "ir/llvm_shim.h"

// LLVM would inline such functions later, with larger ones.
enum { MOST_INSTRUCTIONS = 40, MOST_CALLS = 200, ROUNDS = 3 };

static bool is_small(LLVMValueRef function) {
    unsigned count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block))
        OC_EACH_INSTRUCTION (instruction, block) {
            if (++count > MOST_INSTRUCTIONS)
                return false;
        }
    return true;
}

// The calls of small functions in loops.
static void find_calls(const struct oc_flow *flow, const struct oc_seen *caller,
                       struct oc_values *out) {
    struct oc_loop_info *loops = oc_loops_read(caller->function);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(caller->function); block;
         block = LLVMGetNextBasicBlock(block)) {
        if (!oc_loops_around(loops, block))
            continue;
        OC_EACH_INSTRUCTION (instruction, block) {
            if (oc_flow_event(flow, instruction) != OC_EVENT_SEEN || out->count == MOST_CALLS)
                continue;
            const struct oc_seen *callee = oc_flow_find(flow, oc_ir_callee(instruction));
            if (callee && !callee->launches && is_small(callee->function))
                oc_values_add(out, instruction);
        }
    }
    oc_loops_dispose(loops);
}

void oc_inline_small(const struct oc_flow *flow, const struct oc_seen *caller) {
    for (int round = 0; round < ROUNDS; round++) {
        struct oc_arena scratch = {0};
        struct oc_values calls = {.arena = &scratch};
        bool any = false;
        find_calls(flow, caller, &calls);
        for (size_t i = 0; i < calls.count; i++)
            any |= oc_inline_call(calls.items[i]);
        oc_arena_release(&scratch);
        if (!any)
            return;
    }
}
