#include "cpu/loops/groupcuts.h"

#include "base/text.h"
#include "cpu/analysis/turns.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/slots.h"
#include "ir/metadata.h"

// A loop, and what is known of the code around it.
struct candidate {
    const struct oc_threads *threads;
    const struct oc_alike *alike;
    struct oc_bits nodes;
    size_t head;
};

static bool is_marked(LLVMValueRef value, const char *kind) {
    return LLVMIsAInstruction(value) && oc_metadata_has(value, kind);
}

// ---- Loops -------------------------------------------------------------------------------------

// Whether an addition counts turns of groups, or of a block's or the grid's threads. Where the
// lanes of a group take turns, their next elements are near.
static bool counts(LLVMValueRef next) {
    return is_marked(next, OC_GROUP_TURNS_METADATA) ||
           (is_marked(next, OC_TURNS_METADATA) && !LLVMIsAConstantInt(LLVMGetOperand(next, 1)));
}

// Whether such turns are counted by the loop that begins at `head` and goes back from `latch`.
static bool counts_turns(const struct oc_body *body, size_t head, size_t latch) {
    OC_EACH_INSTRUCTION (phi, body->nodes[head].block) {
        if (!LLVMIsAPHINode(phi))
            break;
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMValueRef next = LLVMGetIncomingValue(phi, i);
            if (LLVMGetIncomingBlock(phi, i) == body->nodes[latch].block && counts(next))
                return true;
        }
    }
    return false;
}

// Whether all groups leave a loop after the same turn.
static bool is_alike(const struct candidate *loop) {
    const struct oc_alike *alike = loop->alike;
    for (size_t i = 0; i < alike->body.count; i++) {
        if (!oc_bits_test(loop->nodes, i) || !oc_turns_way_out(&alike->body, loop->nodes, i))
            continue;
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(alike->body.nodes[i].block);
        if (oc_bits_test(alike->uniform.divergent, i) || !oc_uniform_is(&alike->uniform, branch))
            return false;
    }
    return true;
}

// ---- Variables ---------------------------------------------------------------------------------

static bool is_lifetime_marker(LLVMValueRef instruction) {
    return oc_starts_with(oc_ir_callee_name(instruction), "llvm.lifetime.");
}

// Whether an instruction writes all elements of a variable that it writes at all: loops over lanes
// write an element each.
static bool writes(LLVMValueRef instruction, LLVMValueRef variable) {
    if (LLVMIsAStoreInst(instruction))
        return oc_ir_base(LLVMGetOperand(instruction, 1)) == variable;
    return oc_starts_with(oc_ir_callee_name(instruction), "llvm.memcpy.") &&
           oc_ir_base(LLVMGetOperand(instruction, 0)) == variable;
}

// Copies of whole arrays (apart.h) stand for loads of the copy, which the array has as well.
static bool reads(LLVMValueRef instruction, LLVMValueRef variable) {
    return LLVMIsALoadInst(instruction) && oc_ir_base(LLVMGetOperand(instruction, 0)) == variable;
}

enum access { NOTHING, READS, WRITES };

// What a block does first with a variable.
static enum access first_access(LLVMBasicBlockRef block, LLVMValueRef variable) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (reads(instruction, variable))
            return READS;
        if (writes(instruction, variable))
            return WRITES;
    }
    return NOTHING;
}

// Whether code that begins at a node may read what was in a variable before.
static bool is_read_first(const struct oc_body *body, struct oc_bits nodes, size_t head,
                          LLVMValueRef variable) {
    struct oc_bits seen = oc_bits_make(body->ir->arena, body->count);
    size_t *todo = OC_NEW_ARRAY(body->ir->arena, body->count + 1, size_t), count = 0;
    oc_bits_set(seen, head);
    todo[count++] = head;
    while (count) {
        const struct oc_node *node = &body->nodes[todo[--count]];
        enum access first = first_access(node->block, variable);
        if (first == READS)
            return true;
        for (unsigned s = 0; first == NOTHING && s < node->next_count; s++)
            if (oc_bits_test(nodes, node->next[s]) && oc_bits_set(seen, node->next[s]))
                todo[count++] = node->next[s];
    }
    return false;
}

// Adds the instructions that use a variable's address, or what is computed from it by constant or
// variable steps. Returns false if the address is used in other ways.
static bool collect_uses(LLVMValueRef address, LLVMValueRef variable, struct oc_values *out) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_lifetime_marker(user))
            continue;
        if (LLVMIsAGetElementPtrInst(user)) {
            if (!collect_uses(user, variable, out))
                return false;
            continue;
        }
        bool copies = oc_starts_with(oc_ir_callee_name(user), "llvm.memcpy.");
        if (!copies && !reads(user, variable) &&
            !(writes(user, variable) && LLVMGetOperand(user, 0) != address))
            return false;
        oc_values_add(out, user);
    }
    return true;
}

static bool is_in(const struct candidate *loop, LLVMValueRef instruction) {
    long node = oc_body_node_of(&loop->alike->body, instruction);
    return node != OC_NO_NODE && oc_bits_test(loop->nodes, (size_t)node);
}

// Whether groups can have their turns with one variable for all of them: what is in it stays in a
// turn.
static bool can_be_shared(const struct candidate *loop, LLVMValueRef variable) {
    struct oc_values uses = {.arena = loop->alike->body.ir->arena};
    bool is_known = collect_uses(variable, variable, &uses), is_inside = false;
    if (is_marked(variable, OC_SCRATCH_METADATA))
        return true;
    if (!is_known || !is_marked(variable, OC_SLOT_METADATA))
        return false;
    for (size_t i = 0; i < uses.count; i++)
        is_inside |= is_in(loop, uses.items[i]);
    for (size_t i = 0; is_inside && i < uses.count; i++)
        if (!is_in(loop, uses.items[i]) && !LLVMIsAStoreInst(uses.items[i]))
            return false;
    return !is_inside || !is_read_first(&loop->alike->body, loop->nodes, loop->head, variable);
}

static bool is_used(const struct candidate *loop, LLVMValueRef variable) {
    const struct oc_body *body = &loop->alike->body;
    for (size_t n = 0; n < body->count; n++)
        if (oc_bits_test(loop->nodes, n))
            OC_EACH_INSTRUCTION (instruction, body->nodes[n].block)
                for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
                    if (oc_ir_base(LLVMGetOperand(instruction, (unsigned)i)) == variable)
                        return true;
    return false;
}

// ---- Instructions ------------------------------------------------------------------------------

// Whether it makes no difference in which order groups do this.
static bool is_free(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMStore:
        return !LLVMGetVolatile(instruction) &&
               LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
    case LLVMCall:
        return oc_ir_calls_intrinsic(instruction) || oc_ir_is_pure(instruction);
    case LLVMFence:
    case LLVMInvoke:
        return false;
    default:
        return true;
    }
}

static bool is_vector(LLVMValueRef value) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

// Whether a value is a vector that the loop has from outside of it, or from its turn before, or
// leaves there. Such values would be in memory, for each group.
static bool is_vector_of_both(const struct candidate *loop, LLVMValueRef value) {
    bool inside = is_in(loop, value);
    if (!is_vector(value))
        return false;
    if (LLVMIsAPHINode(value) &&
        LLVMGetInstructionParent(value) == loop->alike->body.nodes[loop->head].block)
        return true;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (is_in(loop, LLVMGetUser(use)) != inside)
            return true;
    return false;
}

static bool are_free(const struct candidate *loop) {
    const struct oc_body *body = &loop->alike->body;
    for (size_t n = 0; n < body->count; n++)
        OC_EACH_INSTRUCTION (instruction, body->nodes[n].block)
            if ((oc_bits_test(loop->nodes, n) && !is_free(instruction)) ||
                is_vector_of_both(loop, instruction))
                return false;
    return true;
}

static bool can_be_outside(const struct candidate *loop) {
    const struct oc_values *privates = loop->threads->privates;
    if (!is_alike(loop) || !are_free(loop))
        return false;
    for (size_t i = 0; i < privates->count; i++)
        if (is_used(loop, privates->items[i]) && !can_be_shared(loop, privates->items[i]))
            return false;
    return true;
}

static bool find_loops(const struct oc_threads *threads, struct oc_alike *alike) {
    const struct oc_body *body = &alike->body;
    bool any = false;
    for (unsigned i = 0; i < body->count; i++)
        for (unsigned s = 0; s < body->nodes[i].next_count; s++) {
            unsigned head = body->nodes[i].next[s];
            if (head > i || !counts_turns(body, head, i))
                continue;
            struct candidate loop = {threads, alike, oc_body_loop(body, i, head), head};
            if (!can_be_outside(&loop))
                continue;
            for (size_t n = 0; n < body->count; n++)
                if (oc_bits_test(loop.nodes, n) && oc_turns_way_out(body, loop.nodes, n))
                    oc_bits_set(alike->cuts, n);
            oc_bits_add(alike->in_loops, loop.nodes);
            any = true;
        }
    return any;
}

bool oc_groupcuts_find(const struct oc_threads *threads, const struct oc_loops *loops,
                       struct oc_alike *out) {
    struct oc_arena *arena = threads->ir->arena;
    *out = (struct oc_alike){0};
    oc_body_between(threads->ir, threads->body->function, loops->inner, loops->latch, &out->body);
    struct oc_values varying = {.arena = arena};
    oc_values_add(&varying, loops->x);
    for (size_t i = 0; i < threads->privates->count; i++)
        oc_values_add(&varying, threads->privates->items[i]);
    oc_uniform_analyze(&out->body, &varying, &out->uniform);
    out->cuts = oc_bits_make(arena, out->body.count);
    out->in_loops = oc_bits_make(arena, out->body.count);
    out->in_others = oc_bits_make(arena, out->body.count);
    out->alone = oc_bits_make(arena, out->body.count);
    return find_loops(threads, out);
}

// Whether one region has all that is done with an address.
static bool has_one_region(const struct oc_regions *regions, LLVMValueRef variable) {
    long only = OC_NO_NODE;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        long region = oc_regions_of(regions, LLVMGetUser(use));
        if (is_lifetime_marker(LLVMGetUser(use)) || region == OC_NO_NODE)
            continue;
        if (only != OC_NO_NODE && region != only)
            return false;
        only = region;
    }
    return true;
}

bool oc_groupcuts_keep(const struct oc_threads *threads, const struct oc_regions *regions) {
    const struct oc_body *body = regions->body;
    for (size_t r = 0; r < regions->count; r++) {
        const struct oc_region *region = &regions->items[r];
        struct oc_bits nodes = oc_bits_make(body->ir->arena, body->count);
        for (size_t n = 0; n < region->count; n++)
            oc_bits_set(nodes, region->nodes[n]);
        for (size_t i = 0; i < threads->privates->count; i++) {
            LLVMValueRef variable = threads->privates->items[i];
            struct oc_values uses = {.arena = body->ir->arena};
            bool is_known =
                collect_uses(variable, variable, &uses) || is_marked(variable, OC_SCRATCH_METADATA);
            if (is_known ? is_read_first(body, nodes, region->head, variable)
                         : !has_one_region(regions, variable))
                return false;
        }
    }
    return true;
}
