#include "device/loopends.h"

#include "device/dominators.h"
#include "device/edges.h"
#include "ir/llvm_shim.h"

struct function {
    struct oc_ir *ir;
    LLVMValueRef value;
    struct oc_dominators dominators;
    struct oc_loop_info *loops;
};

// A loop around another loop.
struct outer {
    const struct oc_loop *loop;
    LLVMBasicBlockRef head;
    struct oc_edges back, out; // to the head; out of the loop
};

static LLVMBasicBlockRef find_head(const struct function *function, const struct oc_loop *loop) {
    const struct oc_dominators *dominators = &function->dominators;
    for (size_t i = 0; i < dominators->count; i++) // a head dominates the loop
        if (oc_loop_has(loop, dominators->blocks[i]))
            return dominators->blocks[i];
    return NULL;
}

static struct outer read_loop(const struct function *function, const struct oc_loop *loop) {
    struct outer outer = {.loop = loop, .head = find_head(function, loop)};
    OC_EACH_BLOCK (block, function->value) {
        if (!oc_loop_has(loop, block))
            continue;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
            if (next == outer.head)
                oc_edges_add(function->ir, &outer.back, block, s);
            else if (!oc_loop_has(loop, next) &&
                     !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(next)))
                oc_edges_add(function->ir, &outer.out, block, s);
        }
    }
    return outer;
}

// Whether a loop has a way out past which others come to the loop's end, or from an inner loop.
static bool is_left_midway(const struct function *function, const struct outer *outer) {
    const struct oc_dominators *dominators = &function->dominators;
    for (size_t o = 0; o < outer->out.count; o++) {
        LLVMBasicBlockRef from = outer->out.items[o].from;
        size_t number = oc_dominators_number(dominators, from);
        if (oc_loops_around(function->loops, from) != outer->loop)
            return true;
        for (size_t b = 0; b < outer->back.count; b++)
            if (!oc_dominators_has(dominators, number,
                                   oc_dominators_number(dominators, outer->back.items[b].from)))
                return true;
    }
    return false;
}

// Finds a loop that is to be changed.
static bool find(const struct function *function, struct outer *out) {
    for (size_t i = 0; i < function->dominators.count; i++) {
        const struct oc_loop *inner =
            oc_loops_around(function->loops, function->dominators.blocks[i]);
        for (const struct oc_loop *loop = inner ? oc_loop_parent(inner) : NULL; loop;
             loop = oc_loop_parent(loop)) {
            *out = read_loop(function, loop);
            if (is_left_midway(function, out))
                return true;
        }
    }
    return false;
}

// Changes one loop of a function, if there is one to be changed. `in_memory`: whether the values of
// the function are in memory; it is set.
static bool change_one(struct oc_ir *ir, LLVMValueRef value, bool *in_memory, bool *changed) {
    struct function function = {.ir = ir, .value = value, .loops = oc_loops_read(value)};
    struct outer outer;
    oc_dominators_read(ir->arena, value, &function.dominators);
    *changed = find(&function, &outer);
    oc_loops_dispose(function.loops);
    if (!*changed)
        return true;
    if (!*in_memory) { // this may split blocks, so that the loop has to be found again
        *in_memory = true;
        return oc_ir_run_on_function(ir, value, "reg2mem", NULL);
    }
    struct oc_edit edit = oc_edit_begin(ir);
    oc_edges_meet(&edit, value, &outer.back, &outer.out);
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
