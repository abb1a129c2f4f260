#include "cpu/tiles/returns.h"

#include "base/names.h"
#include "cpu/tiles/choose.h"
#include "cpu/tiles/conditions.h"
#include "cpu/tiles/forks.h"

#include <string.h>

// A branch to the barrier or out of the kernel.
struct guard {
    LLVMValueRef branch;
    unsigned side;                        // to the barrier
    const struct oc_condition *condition; // of the first thread's assumption
    size_t count;                         // of conditions
};

struct walk {
    struct oc_ir *ir;
    struct oc_evaluation *evaluation;
    LLVMValueRef enter;
    struct oc_forks forks;
    struct guard *guards;
    size_t guard_count, guard_capacity;
    bool varies; // whether a thread returns is not the same for all
    size_t steps;
};

// Which side of a branch leads to a barrier, if the other one leads to none and the branch is not a
// loop's; else 2.
static unsigned side_of_guard(const struct walk *walk, LLVMValueRef branch) {
    bool waits[2];
    for (unsigned i = 0; i < 2; i++)
        waits[i] = oc_forks_wait_in(&walk->forks, LLVMGetSuccessor(branch, i));
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
    bool is_guard = waits[0] != waits[1] && !oc_forks_repeats(&walk->forks, walk->ir->arena, block);
    return is_guard ? waits[1] : 2;
}

static bool note_guard(struct walk *walk, LLVMValueRef branch, unsigned side) {
    unsigned number;
    struct oc_evaluation *evaluation = walk->evaluation;
    if (!oc_conditions_assume(evaluation, LLVMGetCondition(branch), side == 0, &number))
        return false;
    const struct oc_assumption *assumed = &evaluation->assumptions[number];
    for (size_t i = 0; i < assumed->count; i++)
        oc_conditions_need(evaluation, &assumed->conditions[i]);
    size_t g = 0;
    while (g < walk->guard_count && walk->guards[g].branch != branch)
        g++;
    if (g == walk->guard_count) {
        walk->guards = oc_arena_grow(walk->ir->arena, walk->guards, walk->guard_count++,
                                     &walk->guard_capacity, sizeof *walk->guards);
        walk->guards[g] = (struct guard){branch, side, assumed->conditions, assumed->count};
    }
    const struct guard *guard = &walk->guards[g];
    walk->varies = walk->varies || guard->count != assumed->count;
    for (size_t i = 0; !walk->varies && i < assumed->count; i++)
        walk->varies = !oc_poly_equal(&guard->condition[i].poly, &assumed->conditions[i].poly);
    return true;
}

static void set_phis(struct walk *walk, LLVMBasicBlockRef block, LLVMBasicBlockRef from) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        struct oc_known known = oc_known_nothing();
        // Phis of a block can depend on one another only where a loop begins, which is not
        // followed.
        for (unsigned i = 0; from && i < LLVMCountIncoming(phi); i++)
            if (LLVMGetIncomingBlock(phi, i) == from)
                known = oc_evaluate_value(walk->evaluation, LLVMGetIncomingValue(phi, i));
        oc_evaluate_set(walk->evaluation, phi, known);
    }
}

// Evaluates a block. Returns whether the thread comes to a barrier in it.
static bool comes_to_barrier(struct walk *walk, LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (strcmp(oc_ir_callee_name(instruction), OC_NAME_BARRIER) == 0)
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
            if (!stays && !note_guard(walk, end, side))
                return false;
            block = LLVMGetSuccessor(end, side);
        } else {
            block = oc_forks_meeting(&walk->forks, block);
            from = NULL;
            if (!block || !oc_forks_wait_in(&walk->forks, block))
                return true; // the barrier is in a loop, or in a branch
        }
    }
    return false;
}

// Finds the guards, and what is needed for all threads of a block to pass them.
static bool find_guards(struct walk *walk, struct oc_trace *trace, LLVMValueRef body) {
    const unsigned *size = trace->size;
    oc_evaluate_begin(walk->evaluation, walk->ir, &trace->atoms, body, size);
    for (unsigned thread = 0; thread < size[0] * size[1] * size[2]; thread++) {
        walk->evaluation->thread[0] = thread % size[0];
        walk->evaluation->thread[1] = thread / size[0] % size[1];
        walk->evaluation->thread[2] = thread / size[0] / size[1];
        walk->evaluation->assumption_count = 0;
        if (!follow(walk, LLVMGetEntryBasicBlock(body)) || walk->evaluation->failed)
            return false;
    }
    return walk->varies && oc_trace_end(trace);
}

static bool remove_for_size(struct oc_ir *ir, LLVMValueRef body, LLVMValueRef call,
                            const unsigned size[3]) {
    LLVMValueRef enter = oc_ir_find_call(body, OC_NAME_ENTER_GRID);
    struct oc_trace trace = {.atoms = {.ir = ir,
                                       .enter = enter,
                                       .values = {.arena = ir->arena},
                                       .given = {.arena = ir->arena}},
                             .size = size};
    struct walk walk = {.ir = ir, .evaluation = &trace.evaluation, .enter = enter};
    if (!enter || !oc_forks_read(ir, body, &walk.forks) || !find_guards(&walk, &trace, body) ||
        !oc_choose_install(ir, &trace, NULL, body, call))
        return false;
    LLVMTypeRef bit = LLVMInt1TypeInContext(ir->context);
    for (size_t i = 0; i < walk.guard_count; i++)
        LLVMSetCondition(walk.guards[i].branch, LLVMConstInt(bit, walk.guards[i].side == 0, false));
    return true;
}

bool oc_returns_remove(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef body,
                       LLVMValueRef blocks) {
    if (!oc_ir_find_call(body, OC_NAME_BARRIER))
        return false;
    for (size_t i = 0; i < kernel->block_size_count; i++) {
        LLVMValueRef call = oc_choose_call(ir, blocks, body, kernel->block_sizes[i]);
        if (call && remove_for_size(ir, body, call, kernel->block_sizes[i]))
            return true;
    }
    return false;
}
