#include "device/loopends.h"

#include "device/convergence.h"
#include "device/dominators.h"
#include "device/edges.h"
#include "ir/llvm_shim.h"

struct function {
    struct oc_ir *ir;
    LLVMValueRef value;
    struct oc_dominators dominators;
    struct oc_loop_info *loops;
};

// A loop that may have to be changed.
struct loop {
    const struct oc_loop *loop;
    LLVMBasicBlockRef head;
    struct oc_edges back, out; // to the head; out of the loop
    bool converges;            // there are lane functions, barriers or the like in it
};

static LLVMBasicBlockRef find_head(const struct function *function, const struct oc_loop *loop) {
    const struct oc_dominators *dominators = &function->dominators;
    for (size_t i = 0; i < dominators->count; i++) // a head dominates the loop
        if (oc_loop_has(loop, dominators->blocks[i]))
            return dominators->blocks[i];
    return NULL;
}

static bool has_convergent_call(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (oc_ir_is_call(instruction) && oc_convergence_of(instruction))
            return true;
    return false;
}

// Whether a block does nothing and has one successor: LLVM's code generator removes such a block.
// While values are in memory, loads and stores of variables stand for phis, and count as nothing.
static bool is_empty(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        bool is_load = LLVMIsALoadInst(instruction), is_store = LLVMIsAStoreInst(instruction);
        bool moves = (is_load || is_store) &&
                     LLVMIsAAllocaInst(LLVMGetOperand(instruction, is_store ? 1 : 0));
        if (!moves && !LLVMIsAPHINode(instruction) && !LLVMIsATerminatorInst(instruction))
            return false;
    }
    return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) == 1;
}

// Adds the edges of a loop that lead to its block `to`, which is the first one. An empty block on
// the way there does not count: the edges to that block are added, and not the edge from it.
static void add_back(const struct function *function, struct loop *loop, LLVMBasicBlockRef to) {
    OC_EACH_BLOCK (block, function->value) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned s = 0; oc_loop_has(loop->loop, block) && s < LLVMGetNumSuccessors(end); s++)
            if (LLVMGetSuccessor(end, s) == to && to == loop->head && is_empty(block))
                add_back(function, loop, block);
            else if (LLVMGetSuccessor(end, s) == to)
                oc_edges_add(function->ir, &loop->back, block, s);
    }
}

static struct loop read_loop(const struct function *function, const struct oc_loop *inner) {
    struct loop loop = {.loop = inner, .head = find_head(function, inner)};
    OC_EACH_BLOCK (block, function->value) {
        if (!oc_loop_has(inner, block))
            continue;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        loop.converges = loop.converges || has_convergent_call(block);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
            if (!oc_loop_has(inner, next) &&
                !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(next)))
                oc_edges_add(function->ir, &loop.out, block, s);
        }
    }
    add_back(function, &loop, loop.head);
    return loop;
}

// Whether a loop has a way out past which others come to the loop's end, or from an inner loop.
static bool is_left_midway(const struct function *function, const struct loop *loop) {
    const struct oc_dominators *dominators = &function->dominators;
    for (size_t o = 0; o < loop->out.count; o++) {
        LLVMBasicBlockRef from = loop->out.items[o].from;
        size_t number = oc_dominators_number(dominators, from);
        if (oc_loops_around(function->loops, from) != loop->loop)
            return true;
        for (size_t b = 0; b < loop->back.count; b++)
            if (!oc_dominators_has(dominators, number,
                                   oc_dominators_number(dominators, loop->back.items[b].from)))
                return true;
    }
    return false;
}

// Whether LLVM would make two loops of one whose next turn is begun in several ways: lanes would
// begin turns before others, which they are to meet, have ended theirs.
static bool begins_turns_apart(const struct loop *loop) {
    return loop->converges && loop->back.count > 1;
}

// Finds a loop that is to be changed.
static bool find(const struct function *function, struct loop *out) {
    for (size_t i = 0; i < function->dominators.count; i++) {
        const struct oc_loop *inner =
            oc_loops_around(function->loops, function->dominators.blocks[i]);
        for (const struct oc_loop *loop = inner; loop; loop = oc_loop_parent(loop)) {
            *out = read_loop(function, loop);
            if (begins_turns_apart(out) || (loop != inner && is_left_midway(function, out)))
                return true;
        }
    }
    return false;
}

// Changes one loop of a function, if there is one to be changed. `in_memory`: whether the values of
// the function are in memory; it is set.
static bool change_one(struct oc_ir *ir, LLVMValueRef value, bool *in_memory, bool *changed) {
    struct function function = {.ir = ir, .value = value, .loops = oc_loops_read(value)};
    struct loop loop;
    oc_dominators_read(ir->arena, value, &function.dominators);
    *changed = find(&function, &loop);
    oc_loops_dispose(function.loops);
    if (!*changed)
        return true;
    if (!*in_memory) { // this may split blocks, so that the loop has to be found again
        *in_memory = true;
        return oc_ir_run_on_function(ir, value, "reg2mem", NULL);
    }
    struct oc_edit edit = oc_edit_begin(ir);
    oc_edges_meet(&edit, value, &loop.back, &loop.out);
    oc_edit_end(&edit);
    return true;
}

static bool join(struct oc_ir *ir, LLVMValueRef function) {
    enum { MOST_LOOPS = 100 };
    bool in_memory = false, changed = true, done = true;
    for (size_t i = 0; i < MOST_LOOPS && changed && done; i++)
        done = change_one(ir, function, &in_memory, &changed);
    return done && (!in_memory || oc_ir_run_on_function(ir, function, "sroa,early-cse", NULL));
}

bool oc_loopends_join(struct oc_ir *ir) {
    bool done = true;
    OC_EACH_FUNCTION (function, ir->module)
        if (!LLVMIsDeclaration(function) && !oc_ir_has_attribute(function, "optnone"))
            done = done && join(ir, function);
    return done;
}
