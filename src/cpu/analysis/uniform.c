#include "cpu/analysis/uniform.h"

#include <string.h>

bool oc_uniform_is(const struct oc_uniform *uniform, LLVMValueRef value) {
    return !oc_map_get(&uniform->varying, value, NULL);
}

bool oc_uniform_asks(LLVMValueRef value, const char *question) {
    return strcmp(oc_ir_callee_name(value), question) == 0;
}

bool oc_uniform_is_answer(LLVMValueRef value) {
    return oc_uniform_asks(value, OC_UNIFORM_SOME) || oc_uniform_asks(value, OC_UNIFORM_MANY) ||
           oc_uniform_asks(value, OC_UNIFORM_ENOUGH) || oc_uniform_asks(value, OC_UNIFORM_ANY);
}

static bool mark_varying(struct oc_uniform *uniform, LLVMValueRef value) {
    if (!oc_uniform_is(uniform, value))
        return false;
    oc_map_set(&uniform->varying, value, 1);
    return true;
}

#define VOTE "offloadcc-vote" // an attribute of calls

void oc_uniform_mark_vote(struct oc_ir *ir, LLVMValueRef call) {
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(ir->context, VOTE, strlen(VOTE), "", 0));
}

static bool is_vote(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) &&
           LLVMGetCallSiteStringAttribute(instruction, LLVMAttributeFunctionIndex, VOTE,
                                          strlen(VOTE));
}

// ---- Values ------------------------------------------------------------------------------------

static bool has_no_memory(LLVMValueRef call) {
    static const char name[] = "memory";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef attribute =
        LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    LLVMValueRef callee = oc_ir_callee(call);
    if (!attribute && callee)
        attribute = LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, kind);
    return attribute && LLVMGetEnumAttributeValue(attribute) == 0;
}

// Whether a call's result depends on nothing but its arguments and the block.
static bool is_uniform_call(LLVMValueRef call) {
    static const char *const uniform[] = {OC_NAME_BLOCK_ID, OC_NAME_BLOCK_SIZE, OC_NAME_BLOCK_COUNT,
                                          OC_NAME_DYNAMIC_SHARED};
    const char *name = oc_ir_callee_name(call);
    for (size_t i = 0; i < sizeof uniform / sizeof *uniform; i++)
        if (strcmp(name, uniform[i]) == 0)
            return true;
    return strcmp(name, OC_NAME_THREAD_ID) != 0 && strcmp(name, OC_NAME_GLOBAL_ID) != 0 &&
           has_no_memory(call);
}

static bool is_varying_by_itself(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg:
        return true;
    case LLVMLoad:
        return LLVMGetVolatile(instruction) ||
               LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        return !is_uniform_call(instruction) && !is_vote(instruction);
    default:
        return false;
    }
}

static bool has_varying_operand(const struct oc_uniform *uniform, LLVMValueRef instruction) {
    for (int i = is_vote(instruction) ? 1 : 0; i < LLVMGetNumOperands(instruction); i++)
        if (!oc_uniform_is(uniform, LLVMGetOperand(instruction, (unsigned)i)))
            return true;
    return false;
}

static bool mark_values(struct oc_uniform *uniform) {
    bool changed = false;
    for (size_t i = 0; i < uniform->body->count; i++) {
        if (i == uniform->body->exit)
            continue;
        OC_EACH_INSTRUCTION (instruction, uniform->body->nodes[i].block) {
            if (oc_uniform_is(uniform, instruction) && !oc_uniform_is_answer(instruction) &&
                (oc_bits_test(uniform->divergent, i) || is_varying_by_itself(instruction) ||
                 has_varying_operand(uniform, instruction)))
                changed |= mark_varying(uniform, instruction);
        }
    }
    return changed;
}

// ---- Control flow ------------------------------------------------------------------------------

// The values of the phis of a node differ between threads that came different ways.
static bool mark_phis(struct oc_uniform *uniform, size_t node) {
    bool changed = false;
    OC_EACH_INSTRUCTION (instruction, uniform->body->nodes[node].block) {
        if (!LLVMIsAPHINode(instruction))
            break;
        changed |= mark_varying(uniform, instruction);
    }
    return changed;
}

// Marks what lies between a branch that threads take differently and where all have met again.
static bool diverge(struct oc_uniform *uniform, const struct oc_bits *post_dominators,
                    size_t branch) {
    const struct oc_body *body = uniform->body;
    struct oc_bits seen = oc_bits_make(body->ir->arena, body->count);
    unsigned *stack = OC_NEW_ARRAY(body->ir->arena, body->count + 1, unsigned);
    size_t depth = 0;
    bool changed = false;
    stack[depth++] = (unsigned)branch;
    while (depth) {
        const struct oc_node *node = &body->nodes[stack[--depth]];
        for (unsigned s = 0; s < node->next_count; s++) {
            unsigned next = node->next[s];
            if (!oc_bits_set(seen, next))
                continue;
            if (next != branch && oc_bits_test(post_dominators[branch], next)) {
                changed |= mark_phis(uniform, next);
                continue;
            }
            changed |= oc_bits_set(uniform->divergent, next);
            stack[depth++] = next;
        }
    }
    return changed;
}

void oc_uniform_analyze(const struct oc_body *body, const struct oc_values *privates,
                        struct oc_uniform *out) {
    struct oc_arena *arena = body->ir->arena;
    *out = (struct oc_uniform){
        .body = body, .varying = {.arena = arena}, .divergent = oc_bits_make(arena, body->count)};
    for (size_t i = 0; i < privates->count; i++)
        mark_varying(out, privates->items[i]);
    struct oc_bits *post_dominators = oc_body_post_dominators(body);
    struct oc_bits branched = oc_bits_make(arena, body->count);
    for (bool changed = true; changed;) {
        changed = mark_values(out);
        for (size_t i = 0; i < body->count; i++) {
            LLVMValueRef terminator = LLVMGetBasicBlockTerminator(body->nodes[i].block);
            if (body->nodes[i].next_count > 1 && !oc_bits_test(branched, i) &&
                (oc_bits_test(out->divergent, i) || !oc_uniform_is(out, terminator))) {
                oc_bits_set(branched, i);
                changed |= diverge(out, post_dominators, i);
            }
        }
    }
}
