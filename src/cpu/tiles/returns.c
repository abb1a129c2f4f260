#include "cpu/tiles/returns.h"

#include "cpu/tiles/choose.h"
#include "cpu/tiles/conditions.h"
#include "cpu/tiles/forks.h"
#include "ir/edit.h"
#include "ir/waits.h"

#include <string.h>

// A branch to a barrier, or out of the kernel.
struct guard {
    LLVMValueRef branch;
    unsigned side;              // the number of the successor that leads to the barrier
    struct oc_assumption stays; // under which the first thread goes there
};

struct walk {
    struct oc_ir *ir;
    struct oc_evaluation *evaluation;
    struct oc_forks forks;
    struct guard *guards;
    size_t guard_count, guard_capacity;
    bool varies; // whether a thread returns is not the same for all
};

// Which side of a branch leads to a barrier, if the other one leads to none and the branch is not a
// loop's; else 2.
static unsigned side_of_guard(const struct walk *walk, LLVMValueRef branch) {
    bool waits[2];
    for (unsigned i = 0; i < 2; i++)
        waits[i] = oc_forks_waits_from(&walk->forks, LLVMGetSuccessor(branch, i));
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
    bool is_guard = waits[0] != waits[1] && !oc_forks_repeats(&walk->forks, block);
    return is_guard ? waits[1] : 2;
}

static bool note_guard(struct walk *walk, LLVMValueRef branch, unsigned side) {
    unsigned number;
    struct oc_evaluation *evaluation = walk->evaluation;
    if (!oc_conditions_assume(evaluation, LLVMGetCondition(branch), side == 0, &number))
        return false;
    const struct oc_assumption *assumed = &evaluation->assumptions[number];
    oc_conditions_need_all(evaluation, 1ull << number);
    size_t g = 0;
    while (g < walk->guard_count && walk->guards[g].branch != branch)
        g++;
    if (g == walk->guard_count) {
        walk->guards = oc_arena_grow(walk->ir->arena, walk->guards, walk->guard_count++,
                                     &walk->guard_capacity, sizeof *walk->guards);
        walk->guards[g] = (struct guard){branch, side, *assumed};
    }
    const struct oc_assumption *first = &walk->guards[g].stays;
    walk->varies = walk->varies || first->count != assumed->count;
    for (size_t i = 0; !walk->varies && i < assumed->count; i++)
        walk->varies = !oc_poly_equal(&first->conditions[i].poly, &assumed->conditions[i].poly);
    return true;
}

// A block in a loop is evaluated once, for all turns: its phis are not known.
static void set_phis(struct walk *walk, LLVMBasicBlockRef block, LLVMBasicBlockRef from) {
    bool is_in_loop = oc_forks_repeats(&walk->forks, block);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = from && !is_in_loop ? oc_edit_incoming(phi, from) : NULL;
        oc_evaluate_set(walk->evaluation, phi,
                        value ? oc_evaluate_value(walk->evaluation, value) : oc_known_nothing());
    }
}

// Evaluates a block. Returns whether the thread comes to a barrier in it.
static bool comes_to_barrier(struct walk *walk, LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
            return true;
        if (!LLVMIsAPHINode(instruction) && !LLVMIsATerminatorInst(instruction))
            oc_evaluate_set(walk->evaluation, instruction,
                            oc_evaluate(walk->evaluation, instruction));
    }
    return false;
}

// Follows a thread to its first barrier, past what branches do that meet again. Returns false if it
// may not come there.
static bool follow(struct walk *walk, LLVMBasicBlockRef block) {
    enum { MAX_STEPS = 1000 };
    LLVMBasicBlockRef from = NULL;
    for (size_t steps = 0; steps < MAX_STEPS; steps++) {
        set_phis(walk, block, from);
        if (comes_to_barrier(walk, block))
            return true;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        unsigned count = LLVMGetNumSuccessors(end), side = 2;
        from = block;
        if (count == 0)
            return false;
        if (LLVMIsABranchInst(end) && count == 2)
            side = side_of_guard(walk, end);
        if (count == 1) {
            block = LLVMGetSuccessor(end, 0);
        } else if (side < 2) {
            struct oc_known known = oc_evaluate_value(walk->evaluation, LLVMGetCondition(end));
            bool stays = known.kind == OC_NUMBER && (known.number != 0) == (side == 0);
            oc_conditions_need_all(walk->evaluation, known.assumptions);
            if (!stays && !note_guard(walk, end, side))
                return false;
            block = LLVMGetSuccessor(end, side);
        } else {
            block = oc_forks_meeting(&walk->forks, block);
            from = NULL;
            if (!block || !oc_forks_waits_from(&walk->forks, block))
                return true; // the barrier is in a loop, or in a branch
        }
    }
    return false;
}

// Finds the guards, and what is needed for all threads of a block to pass them.
static bool find_guards(struct walk *walk, struct oc_trace *trace, LLVMValueRef body) {
    const unsigned *size = trace->size;
    for (unsigned thread = 0; thread < size[0] * size[1] * size[2]; thread++) {
        oc_evaluate_begin_thread(walk->evaluation, thread);
        if (!follow(walk, LLVMGetEntryBasicBlock(body)) || walk->evaluation->failed)
            return false;
    }
    return walk->varies && oc_trace_end(trace);
}

bool oc_returns_remove(struct oc_ir *ir, LLVMValueRef body, LLVMValueRef call,
                       const unsigned size[3]) {
    struct oc_trace trace;
    struct walk walk = {.ir = ir, .evaluation = &trace.evaluation};
    if (!oc_forks_read(ir, body, &walk.forks) || !oc_trace_begin(ir, body, size, &trace) ||
        !find_guards(&walk, &trace, body) || !oc_choose_install(ir, &trace, NULL, body, call))
        return false;
    LLVMTypeRef bit = LLVMInt1TypeInContext(ir->context);
    for (size_t i = 0; i < walk.guard_count; i++)
        LLVMSetCondition(walk.guards[i].branch, LLVMConstInt(bit, walk.guards[i].side == 0, false));
    return true;
}
