#include "cpu/laneloops.h"

#include "ir/llvm_shim.h"
#include "ir/waits.h"

enum {
    MOST_TURNS = 6,         // of a reduction over 64 lanes
    MOST_BITS = 8,          // turns of a loop over the bits of a key, which is short
    SHORT = 24,             // instructions
    MOST_INSTRUCTIONS = 80, // of a loop around another that is unrolled
    MOST_ROUNDS = 3,        // loops in loops
    DEPTH = 4               // operations of a number of turns, one after the other
};

static size_t size_of(LLVMValueRef function, const struct oc_loop *loop) {
    size_t size = 0;
    OC_EACH_BLOCK (block, function)
        if (oc_loop_has(loop, block))
            size += oc_ir_count_instructions(block);
    return size;
}

// Whether LLVM knows how many turns a loop takes, and they are few.
static bool takes_few_turns(LLVMValueRef function, const struct oc_loop_info *loops,
                            const struct oc_loop *loop) {
    unsigned turns = loop ? oc_loops_turns(loops, loop) : 0;
    return turns &&
           (turns <= MOST_TURNS || (turns <= MOST_BITS && size_of(function, loop) <= SHORT));
}

// Whether a number is computed from one that counts a loop's turns.
static bool is_of_turn(const struct oc_loop *loop, LLVMValueRef value, int depth) {
    if (!depth || !LLVMIsAInstruction(value) || !oc_loop_has(loop, LLVMGetInstructionParent(value)))
        return false;
    if (LLVMIsAPHINode(value))
        return true;
    for (int i = 0; oc_ir_is_index_arithmetic(value) && i < LLVMGetNumOperands(value); i++)
        if (is_of_turn(loop, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

// Whether a loop begins with a number that the loop around it counts.
static bool begins_with_turn(LLVMValueRef function, const struct oc_loop_info *loops,
                             const struct oc_loop *loop, const struct oc_loop *outer) {
    OC_EACH_BLOCK (block, function) {
        if (oc_loops_around(loops, block) != loop)
            continue;
        OC_EACH_INSTRUCTION (phi, block) {
            if (!LLVMIsAPHINode(phi))
                break;
            for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
                if (!oc_loop_has(loop, LLVMGetIncomingBlock(phi, i)) &&
                    LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind &&
                    is_of_turn(outer, LLVMGetIncomingValue(phi, i), DEPTH))
                    return true;
        }
    }
    return false;
}

// The loop around a lane function that is to be unrolled next; NULL: none is. `is_first`: none has
// been so far.
static const struct oc_loop *find_loop(LLVMValueRef function, const struct oc_loop_info *loops,
                                       LLVMValueRef call, bool is_first) {
    const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(call));
    if (!loop)
        return NULL;
    if (takes_few_turns(function, loops, loop))
        return is_first || size_of(function, loop) <= MOST_INSTRUCTIONS ? loop : NULL;
    const struct oc_loop *outer = oc_loop_parent(loop);
    bool unrolls = takes_few_turns(function, loops, outer) &&
                   begins_with_turn(function, loops, loop, outer) &&
                   size_of(function, outer) <= MOST_INSTRUCTIONS;
    return unrolls ? outer : NULL;
}

static bool mark(struct oc_ir *ir, LLVMValueRef function, bool is_first) {
    struct oc_values calls = {.arena = ir->arena};
    bool any = false;
    oc_ir_collect_calls(function, &calls);
    struct oc_loop_info *loops = oc_loops_read(function);
    for (size_t i = 0; i < calls.count; i++) {
        const struct oc_loop *loop = oc_waits_for_lanes(calls.items[i])
                                         ? find_loop(function, loops, calls.items[i], is_first)
                                         : NULL;
        if (loop)
            oc_loop_unroll(loop);
        any |= loop != NULL;
    }
    oc_loops_dispose(loops);
    return any;
}

bool oc_laneloops_unroll(struct oc_ir *ir, LLVMValueRef function) {
    static const char passes[] = "loop(loop-unroll-full),early-cse,"
                                 "instcombine<no-verify-fixpoint>,simplifycfg";
    if (!oc_ir_run_on_function(ir, function, "loop(loop-rotate)", NULL))
        return false;
    for (int round = 0; round < MOST_ROUNDS && mark(ir, function, round == 0); round++)
        if (!oc_ir_run_on_function(ir, function, passes, NULL) ||
            !oc_ir_run_on_function(ir, function, "loop(loop-rotate)", NULL))
            return false;
    return true;
}
