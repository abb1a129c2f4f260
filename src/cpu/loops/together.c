#include "cpu/loops/together.h"

#include "base/text.h"
#include "cpu/analysis/neighbours.h"
#include "cpu/loops/build.h"
#include "cpu/loops/slots.h"

enum { MAX_INSTRUCTIONS = 200 };

// One of a loop's ways out.
struct way {
    LLVMBasicBlockRef from, to;
};

enum kind {
    KEPT,   // a phi at the loop's beginning
    RESULT, // an instruction of the loop that is used after it, or a phi in a block that a way out
            // leads to
    STAYS,  // whether the thread goes on
    WHICH,  // the number of the target that it goes to else
};

// What a turn hands on.
struct value {
    enum kind kind;
    LLVMValueRef original; // KEPT, RESULT
    LLVMValueRef end;      // a phi in the block in which the ways of a turn meet
};

struct loop {
    const struct oc_threads *threads;
    const struct oc_body *body;
    struct oc_bits nodes;
    LLVMBasicBlockRef head, latch;
    LLVMBasicBlockRef end;      // in which all ways of a turn meet
    LLVMBasicBlockRef *targets; // of the ways out, each once
    size_t target_count;
    struct value *values;
    size_t value_count;
};

// ---- Which loops -------------------------------------------------------------------------------

static bool has(const struct loop *loop, LLVMBasicBlockRef block) {
    long node = oc_body_node(loop->body, block);
    return node != OC_NO_NODE && oc_bits_test(loop->nodes, (size_t)node);
}

// Functions of LLVM's that every vector unit has, or that a few instructions make up for.
static bool is_vector_operation(LLVMValueRef call) {
    static const char *const names[] = {
        "llvm.fabs.",   "llvm.sqrt.",     "llvm.fma.",    "llvm.fmuladd.",   "llvm.minnum.",
        "llvm.maxnum.", "llvm.copysign.", "llvm.floor.",  "llvm.ceil.",      "llvm.trunc.",
        "llvm.rint.",   "llvm.minimum.",  "llvm.maximum", "llvm.smin.",      "llvm.smax.",
        "llvm.umin.",   "llvm.umax.",     "llvm.abs.",    "llvm.nearbyint.", "llvm.roundeven"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_starts_with(oc_ir_callee_name(call), names[i]))
            return true;
    return false;
}

static bool is_plain_type(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return true;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 64;
    default:
        return false;
    }
}

// Integers of 64 bits that differ between threads: SSE multiplies and compares them one by one.
static bool is_long(const struct oc_uniform *uniform, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMMul:
    case LLVMICmp:
    case LLVMAShr:
        return oc_ir_width(LLVMGetOperand(instruction, 0)) > 32 &&
               !oc_uniform_is(uniform, instruction);
    default:
        return false;
    }
}

static bool suits(const struct oc_uniform *uniform, LLVMValueRef x, LLVMValueRef instruction) {
    bool bounded = false;
    if (!is_plain_type(LLVMTypeOf(instruction)) ||
        (is_long(uniform, instruction) && !oc_ir_has_feature(uniform->body->function, "avx2")))
        return false;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMBr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMGetElementPtr:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMBitCast:
        return true;
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
        return LLVMIsAConstantInt(LLVMGetOperand(instruction, 1));
    case LLVMLoad:
        return !LLVMGetVolatile(instruction) &&
               LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic &&
               oc_neighbours_are_close(uniform, x, LLVMGetOperand(instruction, 0), &bounded) &&
               !bounded;
    case LLVMCall:
        return is_vector_operation(instruction);
    default:
        return oc_ir_is_index_arithmetic(instruction);
    }
}

// Whether a turn can be done again, in lanes of vectors.
static bool can_repeat(const struct loop *loop, const struct oc_uniform *uniform, LLVMValueRef x) {
    size_t count = 0;
    for (size_t i = 0; i < loop->body->count; i++) {
        if (!oc_bits_test(loop->nodes, i))
            continue;
        LLVMBasicBlockRef block = loop->body->nodes[i].block;
        count += oc_ir_count_instructions(block);
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!suits(uniform, x, instruction))
                return false;
        }
        // A way back to another node than the head is an inner loop.
        for (unsigned s = 0; s < loop->body->nodes[i].next_count; s++) {
            LLVMBasicBlockRef next = loop->body->nodes[loop->body->nodes[i].next[s]].block;
            if (loop->body->nodes[i].next[s] <= i && next != loop->head)
                return false;
        }
    }
    return count <= MAX_INSTRUCTIONS;
}

// Whether all threads come to the loop, and by one way.
static bool is_simple(const struct loop *loop, const struct oc_uniform *uniform) {
    const struct oc_body *body = loop->body;
    size_t head = (size_t)oc_body_node(body, loop->head);
    const struct oc_node *node = &body->nodes[head];
    if (head == 0 || node->before_count != 2)
        return false;
    unsigned from = node->before[oc_bits_test(loop->nodes, node->before[0]) ? 1 : 0];
    return !oc_bits_test(loop->nodes, from) && !oc_bits_test(uniform->divergent, from) &&
           body->nodes[from].next_count == 1;
}

static bool is_alike(const struct loop *loop, const struct oc_uniform *uniform) {
    const struct oc_body *body = loop->body;
    for (size_t i = 0; i < body->count; i++) {
        if (!oc_bits_test(loop->nodes, i))
            continue;
        for (unsigned s = 0; s < body->nodes[i].next_count; s++)
            if (!oc_bits_test(loop->nodes, body->nodes[i].next[s]) &&
                (oc_bits_test(uniform->divergent, i) ||
                 !oc_uniform_is(uniform, LLVMGetBasicBlockTerminator(body->nodes[i].block))))
                return false;
    }
    return true;
}

// ---- Ways out ----------------------------------------------------------------------------------

static size_t number_of_target(const struct loop *loop, LLVMBasicBlockRef target) {
    size_t i = 0;
    while (i < loop->target_count && loop->targets[i] != target)
        i++;
    return i;
}

static void find_targets(struct loop *loop) {
    loop->targets =
        OC_NEW_ARRAY(loop->threads->ir->arena, 2 * loop->body->count, LLVMBasicBlockRef);
    for (size_t i = 0; i < loop->body->count; i++) {
        const struct oc_node *node = &loop->body->nodes[i];
        for (unsigned s = 0; oc_bits_test(loop->nodes, i) && s < node->next_count; s++) {
            LLVMBasicBlockRef to = loop->body->nodes[node->next[s]].block;
            if (!oc_bits_test(loop->nodes, node->next[s]) &&
                number_of_target(loop, to) == loop->target_count)
                loop->targets[loop->target_count++] = to;
        }
    }
}

// ---- What is used after the loop ---------------------------------------------------------------

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef block) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == block)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

static bool is_phi_of_target(const struct loop *loop, LLVMValueRef value) {
    return LLVMIsAPHINode(value) &&
           number_of_target(loop, LLVMGetInstructionParent(value)) < loop->target_count;
}

// Whether an instruction is used after the loop, other than by a phi in the block that a way out
// leads to.
static bool is_used_after(const struct loop *loop, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (has(loop, LLVMGetInstructionParent(user)))
            continue;
        if (!is_phi_of_target(loop, user))
            return true;
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
            if (LLVMGetIncomingValue(user, i) == value && !has(loop, LLVMGetIncomingBlock(user, i)))
                return true;
    }
    return false;
}

static LLVMValueRef add_value(struct loop *loop, enum kind kind, LLVMValueRef original,
                              LLVMTypeRef type) {
    LLVMValueRef end = LLVMBuildPhi(loop->threads->builder, type, "");
    loop->values[loop->value_count++] = (struct value){kind, original, end};
    return end;
}

static void add_phis(struct loop *loop, LLVMBasicBlockRef block, enum kind kind) {
    OC_EACH_INSTRUCTION (phi, block) {
        if (!LLVMIsAPHINode(phi))
            break;
        add_value(loop, kind, phi, LLVMTypeOf(phi));
    }
}

static size_t count_values(const struct loop *loop) {
    size_t count = 2;
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            count += 2 * oc_ir_count_instructions(loop->body->nodes[i].block);
    for (size_t i = 0; i < loop->target_count; i++)
        count += oc_ir_count_instructions(loop->targets[i]);
    return count;
}

// Makes a phi for each in the block in which the ways meet.
static void list_values(struct loop *loop) {
    loop->values = OC_NEW_ARRAY(loop->threads->ir->arena, count_values(loop), struct value);
    oc_build_at_end(loop->threads, loop->end);
    add_phis(loop, loop->head, KEPT);
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            OC_EACH_INSTRUCTION (instruction, loop->body->nodes[i].block) {
                if (is_used_after(loop, instruction))
                    add_value(loop, RESULT, instruction, LLVMTypeOf(instruction));
            }
    for (size_t i = 0; i < loop->target_count; i++)
        add_phis(loop, loop->targets[i], RESULT);
}

// Whether every way of a turn to a block passes another one.
static bool is_passed(const struct loop *loop, LLVMBasicBlockRef block, LLVMBasicBlockRef to) {
    const struct oc_body *body = loop->body;
    size_t passed = (size_t)oc_body_node(body, block),
           head = (size_t)oc_body_node(body, loop->head);
    if (block == to || block == loop->head)
        return true;
    struct oc_bits seen = oc_bits_make(body->ir->arena, body->count);
    // In reverse post-order, a node comes after all nodes before it.
    oc_bits_set(seen, head);
    for (size_t i = head + 1; i < body->count; i++)
        for (unsigned b = 0;
             oc_bits_test(loop->nodes, i) && i != passed && b < body->nodes[i].before_count; b++)
            if (oc_bits_test(seen, body->nodes[i].before[b]))
                oc_bits_set(seen, i);
    return !oc_bits_test(seen, (size_t)oc_body_node(body, to));
}

// What a result is where a turn leaves the loop. Any value does where the way has none.
static LLVMValueRef result_on(const struct loop *loop, LLVMValueRef value, const struct way *way) {
    if (!has(loop, LLVMGetInstructionParent(value)))
        return LLVMGetInstructionParent(value) == way->to ? incoming_from(value, way->from)
                                                          : LLVMGetPoison(LLVMTypeOf(value));
    return is_passed(loop, LLVMGetInstructionParent(value), way->from)
               ? value
               : LLVMGetPoison(LLVMTypeOf(value));
}

// ---- Ends of a turn ----------------------------------------------------------------------------

// What a phi of the last block gets where a turn ends by going from one block to another.
static LLVMValueRef value_on(const struct loop *loop, const struct value *value,
                             const struct way *way) {
    const struct oc_threads *threads = loop->threads;
    bool stays = way->to == loop->head;
    switch (value->kind) {
    case STAYS:
        return oc_build_bit(threads, stays);
    case WHICH:
        return stays ? LLVMGetPoison(threads->i32)
                     : LLVMConstInt(threads->i32, number_of_target(loop, way->to), false);
    case RESULT:
        return stays ? LLVMGetPoison(LLVMTypeOf(value->original))
                     : result_on(loop, value->original, way);
    case KEPT: // as it is, where the thread leaves the loop
    default:
        return stays ? incoming_from(value->original, way->from) : value->original;
    }
}

// What it gets from a block with two ways. A way that has no value does not count.
static LLVMValueRef either_value(const struct loop *loop, LLVMValueRef condition, LLVMValueRef yes,
                                 LLVMValueRef no) {
    if (yes == no || LLVMIsPoison(no))
        return yes;
    return LLVMIsPoison(yes) ? no : oc_build_either(loop->threads, condition, yes, no);
}

// A block's ways out and back lead to the loop's last block instead.
static void redirect(const struct loop *loop, LLVMBasicBlockRef block) {
    LLVMBuilderRef builder = loop->threads->builder;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    unsigned count = LLVMGetNumSuccessors(branch), ending = 0;
    struct way ways[2];
    for (unsigned s = 0; s < count; s++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(branch, s);
        if (to != loop->head && has(loop, to))
            continue;
        ways[ending++] = (struct way){block, to};
        LLVMSetSuccessor(branch, s, loop->end);
    }
    LLVMPositionBuilderBefore(builder, branch);
    for (size_t i = 0; ending && i < loop->value_count; i++) {
        const struct value *value = &loop->values[i];
        LLVMValueRef last = value_on(loop, value, &ways[ending - 1]);
        if (ending == 2)
            last = either_value(loop, LLVMGetCondition(branch), value_on(loop, value, ways), last);
        LLVMAddIncoming(value->end, &last, &block, 1);
    }
    if (ending == 2) {
        LLVMBuildBr(builder, loop->end);
        LLVMInstructionEraseFromParent(branch);
    }
}

// ---- After the loop ----------------------------------------------------------------------------

// Replaces a phi by one that gets `value` from `from`, in the place of what it got from the loop.
static void replace_phi(const struct loop *loop, LLVMValueRef phi, LLVMValueRef value,
                        LLVMBasicBlockRef from) {
    LLVMBuilderRef builder = loop->threads->builder;
    LLVMPositionBuilderBefore(builder, phi);
    LLVMValueRef replaced = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef other = LLVMGetIncomingValue(phi, i);
        if (!has(loop, block))
            LLVMAddIncoming(replaced, &other, &block, 1);
    }
    LLVMAddIncoming(replaced, &value, &from, 1);
    LLVMReplaceAllUsesWith(phi, replaced);
    LLVMInstructionEraseFromParent(phi);
}

static void replace_uses_after(const struct loop *loop, const struct value *value) {
    struct oc_values users = {.arena = loop->threads->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(value->original); use; use = LLVMGetNextUse(use)) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(LLVMGetUser(use));
        if (!has(loop, block) && block != loop->end)
            oc_values_add(&users, LLVMGetUser(use));
    }
    for (size_t u = 0; u < users.count; u++)
        for (int i = 0; i < LLVMGetNumOperands(users.items[u]); i++)
            if (LLVMGetOperand(users.items[u], (unsigned)i) == value->original)
                LLVMSetOperand(users.items[u], (unsigned)i, value->end);
}

// Makes blocks that go to the target whose number is `which`. froms[i]: the block that goes to the
// i-th. Returns the first of them.
static LLVMBasicBlockRef dispatch(const struct loop *loop, LLVMValueRef which,
                                  LLVMBasicBlockRef *froms) {
    const struct oc_threads *threads = loop->threads;
    LLVMBasicBlockRef first = oc_build_block(threads, "together.after"), block = first;
    for (size_t i = 0; i < loop->target_count; i++) {
        bool is_last = i + 1 == loop->target_count;
        LLVMBuilderRef builder = oc_build_at_end(threads, block);
        froms[i] = block;
        if (is_last) {
            LLVMBuildBr(builder, loop->targets[i]);
            break;
        }
        LLVMBasicBlockRef next = oc_build_block(threads, "together.after");
        LLVMValueRef number = LLVMConstInt(threads->i32, i, false);
        LLVMValueRef is_it = LLVMBuildICmp(builder, LLVMIntEQ, which, number, "");
        LLVMBuildCondBr(builder, is_it, loop->targets[i], next);
        block = next;
    }
    return first;
}

static void use_results(const struct loop *loop, LLVMBasicBlockRef *froms) {
    for (int phis = 1; phis >= 0; phis--)
        for (size_t i = 0; i < loop->value_count; i++) {
            const struct value *value = &loop->values[i];
            if (value->kind != RESULT)
                continue;
            LLVMBasicBlockRef block = LLVMGetInstructionParent(value->original);
            if (!has(loop, block) && phis)
                replace_phi(loop, value->original, value->end,
                            froms[number_of_target(loop, block)]);
            else if (has(loop, block) && !phis)
                replace_uses_after(loop, value);
        }
}

// ---- The question whether any thread goes on ---------------------------------------------------

static LLVMValueRef build_question(const struct oc_threads *threads, LLVMValueRef stays) {
    LLVMTypeRef bit = LLVMTypeOf(stays), type = LLVMFunctionType(bit, &bit, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(threads->ir->module, OC_UNIFORM_ANY);
    if (!function)
        function = LLVMAddFunction(threads->ir->module, OC_UNIFORM_ANY, type);
    return LLVMBuildCall2(threads->builder, type, function, &stays, 1, "");
}

LLVMValueRef oc_together_ask(const struct oc_threads *threads, size_t region,
                             LLVMValueRef condition) {
    if (!oc_uniform_asks_any(condition))
        return NULL;
    struct oc_loops *loops = &threads->loops[region];
    loops->asks = true;
    LLVMBuilderRef builder = threads->builder;
    LLVMTypeRef type = threads->i32;
    LLVMValueRef answers = oc_slots_variable(threads, type), none = LLVMConstNull(type);
    LLVMBuildStore(oc_build_at_end(threads, loops->first), none, answers);
    LLVMPositionBuilderBefore(builder, condition);
    LLVMValueRef answer = LLVMBuildZExt(builder, LLVMGetOperand(condition, 0), type, "");
    LLVMValueRef before = LLVMBuildLoad2(builder, type, answers, "");
    LLVMBuildStore(builder, LLVMBuildOr(builder, before, answer, ""), answers);
    LLVMReplaceAllUsesWith(condition, LLVMGetPoison(LLVMTypeOf(condition)));
    LLVMInstructionEraseFromParent(condition);
    oc_build_at_end(threads, loops->last);
    return LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildLoad2(builder, type, answers, ""), none, "");
}

void oc_together_end(const struct oc_threads *threads) {
    LLVMValueRef function = LLVMGetNamedFunction(threads->ir->module, OC_UNIFORM_ANY);
    struct oc_values calls = {.arena = threads->ir->arena};
    for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
         use = LLVMGetNextUse(use))
        oc_values_add(&calls, LLVMGetUser(use));
    for (size_t i = 0; i < calls.count; i++) {
        LLVMReplaceAllUsesWith(calls.items[i], LLVMGetOperand(calls.items[i], 0));
        LLVMInstructionEraseFromParent(calls.items[i]);
    }
    if (function)
        LLVMDeleteFunction(function);
}

// ---- Changing loops ----------------------------------------------------------------------------

static void change(struct loop *loop) {
    const struct oc_threads *threads = loop->threads;
    LLVMBasicBlockRef *froms =
        OC_NEW_ARRAY(threads->ir->arena, loop->target_count, LLVMBasicBlockRef);
    loop->end = oc_build_block(threads, "together.end");
    list_values(loop);
    LLVMValueRef stays = add_value(loop, STAYS, NULL, LLVMInt1TypeInContext(threads->ir->context));
    LLVMValueRef which = loop->target_count > 1 ? add_value(loop, WHICH, NULL, threads->i32) : NULL;
    for (size_t i = 0; i < loop->body->count; i++)
        if (oc_bits_test(loop->nodes, i))
            redirect(loop, loop->body->nodes[i].block);
    LLVMBasicBlockRef after = dispatch(loop, which, froms);
    use_results(loop, froms);
    for (size_t i = 0; i < loop->value_count; i++)
        if (loop->values[i].kind == KEPT)
            replace_phi(loop, loop->values[i].original, loop->values[i].end, loop->end);
    oc_build_at_end(threads, loop->end);
    LLVMBuildCondBr(threads->builder, build_question(threads, stays), loop->head, after);
}

// Adds the loop, if all threads run it alike or it can be changed; then it is listed. Else false.
static bool look_at(struct loop *loop, const struct oc_uniform *uniform, LLVMValueRef x,
                    struct loop *list, size_t *count) {
    if (is_alike(loop, uniform))
        return true;
    if (!is_simple(loop, uniform) || !can_repeat(loop, uniform, x))
        return false;
    find_targets(loop);
    if (loop->target_count == 0)
        return false;
    list[(*count)++] = *loop;
    return true;
}

bool oc_together_make(const struct oc_threads *threads, size_t region) {
    const struct oc_loops *loops = &threads->loops[region];
    struct oc_body body;
    struct oc_uniform uniform;
    if (oc_ir_has_attribute(threads->body->function, "optnone") ||
        !oc_alike_analyze(threads, loops, &body, &uniform))
        return false;
    struct loop *list = OC_NEW_ARRAY(threads->ir->arena, body.count + 1, struct loop);
    size_t count = 0;
    for (unsigned i = 0; i < body.count; i++)
        for (unsigned s = 0; s < body.nodes[i].next_count; s++) {
            unsigned head = body.nodes[i].next[s];
            struct loop loop = {.threads = threads,
                                .body = &body,
                                .head = body.nodes[head].block,
                                .latch = body.nodes[i].block};
            if (head > i)
                continue;
            loop.nodes = oc_body_loop(&body, i, head);
            if (!look_at(&loop, &uniform, loops->x, list, &count))
                return false;
        }
    for (size_t i = 0; i < count; i++)
        change(&list[i]);
    return count > 0;
}
